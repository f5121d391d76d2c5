import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Percent of what lives that the heap may grow by before it is collected. By itself V8 lets it grow to four times as much. */
const GROWTH = 100

/** Milliseconds of a look at how busy the process is, and the part of them that a quiet one is busy for. */
const LOOK = 10_000
const QUIET = 0.05

/** Bytes that the heap has grown by when it is worth a collection: less comes back with the next calls. */
const WORTH = 64 * 2 ** 20

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

const exposedCollect = () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const heapSize = () => getHeapStatistics().total_heap_size

/**
 * Keeps the heap small. Loading the sources leaves a young generation of several times what is needed later, and so does work of many megabytes, and
 * V8 does not give it back by itself. It is collected once here, in a tenth of a second, before the first call, and then whenever the process has been
 * quiet for `look` milliseconds after the heap has grown.
 */
export const trimMemory = ({ look = LOOK } = {}) => {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
  const collect = exposedCollect()
  collect()
  let trimmed = heapSize()
  let seen = performance.eventLoopUtilization()
  const collectWhenQuiet = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, seen)
    seen = now
    if (utilization > QUIET || heapSize() < trimmed + WORTH) return
    collect()
    trimmed = heapSize()
  }
  setInterval(collectWhenQuiet, look).unref()
}
