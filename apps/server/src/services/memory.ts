import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Percentage of live memory by which the heap may grow before garbage collection. V8's default lets it grow to four times the size. */
const HEAP_GROWTH_PERCENT = 100

/** Milliseconds between checks of the event loop's utilization, and the utilization below which the process counts as idle. */
const CHECK_INTERVAL = 10_000
const IDLE_UTILIZATION = 0.05

/** Bytes of heap growth from which a collection is worthwhile; less would be allocated again by the next calls. */
const MIN_GROWTH = 64 * 2 ** 20

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

const exposedCollect = () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const heapSize = () => getHeapStatistics().total_heap_size

/**
 * Keeps the heap small. Loading the sources, and work on many megabytes, leaves a young generation several times larger than needed, which
 * V8 does not shrink on its own. Collects once here, in a tenth of a second, before the first call, and then whenever the process has been
 * idle for `checkInterval` milliseconds after the heap has grown.
 */
export const trimMemory = ({ checkInterval = CHECK_INTERVAL } = {}) => {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  const collect = exposedCollect()
  collect()
  let trimmed = heapSize()
  let previous = performance.eventLoopUtilization()
  const collectWhenIdle = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, previous)
    previous = now
    if (utilization > IDLE_UTILIZATION || heapSize() < trimmed + MIN_GROWTH) return
    collect()
    trimmed = heapSize()
  }
  setInterval(collectWhenIdle, checkInterval).unref()
}
