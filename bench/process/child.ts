import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'

type Work = (asked: never) => unknown

/** In a child process: answers the parent's questions one after the other. */
export const answerParent = (works: Record<string, Work>) => {
  const answer = async ({ name, asked }: { name: string; asked: never }) => process.send!((await works[name]!(asked)) ?? null)
  process.on('message', (question) => void answer(question as Parameters<typeof answer>[0]))
  process.on('disconnect', () => process.exit())
}

interface ChildOptions {
  env?: Record<string, string>
  /** Command-line flags of Node. */
  flags?: string[]
}

/** Starts a process that runs a file of this folder, or one elsewhere, and answers questions. It ends with the parent. */
export const startChild = (file: string, { env = {}, flags = [] }: ChildOptions = {}) => {
  const path = resolve(import.meta.dirname, file)
  const child: ChildProcess = fork(path, { env: { ...process.env, ...env }, execArgv: flags, serialization: 'advanced' })
  const ask = <Answer>(name: string, asked?: unknown) =>
    new Promise<Answer>((answered, reject) => {
      const rejectOnExit = () => reject(new Error(`${file} ended before it had answered`))
      child.once('exit', rejectOnExit)
      child.once('message', (answer) => {
        child.off('exit', rejectOnExit)
        answered(answer as Answer)
      })
      child.send({ name, asked })
    })
  const stop = () =>
    new Promise<void>((ended) => {
      if (child.exitCode !== null) return ended()
      child.once('exit', () => ended())
      child.kill('SIGTERM')
    })
  return { pid: child.pid!, ask, stop }
}
export type Child = ReturnType<typeof startChild>
