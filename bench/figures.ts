import type { Measured } from './process/load.ts'

/** One slice of one case: the replies, and the CPU microseconds. */
export interface Slice {
  done: Measured
  node: number
  postgres: number
}

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)
const sorted = (numbers: Iterable<number>) => Float64Array.from(numbers).toSorted()
export const median = (numbers: number[]) => sorted(numbers)[numbers.length >> 1] ?? NaN

const rateOf = ({ done }: Slice) => done.latencies.length / done.seconds

/** Returns requests per second, milliseconds at the 50th and 99th percentile, and CPU microseconds per request, over all slices. */
export const figuresOf = (slices: Slice[]) => {
  const latencies = sorted(slices.flatMap(({ done }) => [...done.latencies]))
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN
  return {
    rate: median(slices.map(rateOf)),
    p50: at(0.5),
    p99: at(0.99),
    node: sum(slices.map(({ node }) => node)) / latencies.length,
    postgres: sum(slices.map(({ postgres }) => postgres)) / latencies.length,
    failed: sum(slices.map(({ done }) => done.failed)),
  }
}

/** Returns one's requests per second divided by the other's, slice by slice: the slices of a pair ran next to each other in time. */
export const ratioOf = (one: Slice[], other: Slice[]) => median(one.map((slice, at) => rateOf(slice) / rateOf(other[at]!)))
