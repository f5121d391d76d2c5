import { readdirSync, readFileSync } from 'node:fs'
import type { Child } from './child.ts'

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}

const parentOf = (pid: string) => read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1]

/** CPU microseconds until now of each process of a PostgreSQL server. Its processes have one thread each. */
const processesOf = (postmaster: string) => {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && (name === postmaster || parentOf(name) === postmaster))
  return new Map(pids.map((pid) => [pid, Number(read(`/proc/${pid}/schedstat`).split(' ')[0]) / 1000]))
}

/** Returns the CPU microseconds of the PostgreSQL of this data folder during the work, and those of our child process. */
export const measureCpu = async <T>(dataDir: string, child: Child, work: () => Promise<T>) => {
  const postmaster = read(`${dataDir}/postgres/postmaster.pid`).split('\n')[0]!
  const before = processesOf(postmaster)
  const cpu = await child.ask<NodeJS.CpuUsage>('cpu')
  const done = await work()
  const { user, system } = await child.ask<NodeJS.CpuUsage>('cpu')
  const after = [...processesOf(postmaster)]
  return {
    done,
    node: user + system - cpu.user - cpu.system,
    postgres: after.reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0),
  }
}

/** Returns the memory of a process now, in MB. */
export const megabytesOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

/** Returns the work's result, and the peak memory of a process meanwhile, in MB, sampled every 5 ms. */
export const measurePeakMemory = async <T>(pid: number, work: () => Promise<T>) => {
  let peak = megabytesOf(pid)
  const timer = setInterval(() => (peak = Math.max(peak, megabytesOf(pid))), 5)
  const given = await work().finally(() => clearInterval(timer))
  return { given, peak }
}

/** Milliseconds after which the app has released memory that it no longer needs (`apps/server/src/services/memory.ts`). */
const IDLE_MS = 30_000

/** Prints the app's memory at the end, immediately and after an idle time. */
export const printMemory = async (pid: number, isShort: boolean) => {
  const memoryAtEnd = Math.round(megabytesOf(pid))
  await new Promise((rested) => setTimeout(rested, isShort ? 0 : IDLE_MS))
  console.log(`The app holds ${memoryAtEnd} MB after all of this, and ${Math.round(megabytesOf(pid))} half a minute later.`)
}
