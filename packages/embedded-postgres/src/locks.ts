import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a process with that id exists, including zombies and processes of other users. */
export const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * After a crash the lock files may name an unrelated process that reused the server's process id, and PostgreSQL would
 * never start. Removes them if that process certainly works in another folder; PostgreSQL decides every other case.
 */
export const removeStaleLocks = ({ dataDir, socket }: { dataDir: string; socket: string }) => {
  for (const file of [join(dataDir, 'postmaster.pid'), `${socket}.lock`]) {
    const pid = pidIn(file)
    if (pid !== undefined && isAlive(pid) && worksElsewhere(pid, dataDir)) rmSync(file, { force: true })
  }
}

const pidIn = (lockFile: string) => {
  try {
    return Math.abs(Number.parseInt(readFileSync(lockFile, 'utf8'), 10)) || undefined
  } catch {
    return undefined
  }
}

/** A postmaster's working directory is its data folder. A zombie has none; false if the system does not reveal it. */
const worksElsewhere = (pid: number, dataDir: string) => {
  const ours = statSync(dataDir)
  try {
    const theirs = statSync(workingDirectory(pid))
    return theirs.dev !== ours.dev || theirs.ino !== ours.ino
  } catch (error) {
    return process.platform === 'linux' && (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

const workingDirectory = (pid: number) => {
  if (process.platform === 'linux') return `/proc/${pid}/cwd`
  const lines = execFileSync('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn'])
    .toString()
    .split('\n')
  return lines.find((line) => line.startsWith('n'))?.slice(1) ?? ''
}
