import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)

/** One command, by its name on the screen. */
interface Step {
  name: string
  command: string
  args: string[]
}

export const step = (name: string, command: string, ...args: string[]): Step => ({ name, command, args })

const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`

const execute = ({ command, args }: Step) =>
  new Promise<{ ok: boolean; output: string }>((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, PATH: path }, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }))
  })

/** Runs a command from the project's root. Returns whether it succeeded and how long it took, and shows its output only where it failed. */
export const run = async (command: Step) => {
  const start = performance.now()
  const { ok, output } = await execute(command)
  const took = `${((performance.now() - start) / 1000).toFixed(1)} s`
  console.log(ok ? `✓ ${command.name} (${took})` : `✗ ${command.name} (${took})\n${output.trimEnd()}\n`)
  return ok
}

/** Runs the steps, two at a time, and returns whether all succeeded. All of them run, even if one fails. */
export const runAll = async (steps: Step[]) => {
  const waiting = [...steps]
  const runNext = async () => {
    let succeeded = true
    for (let next = waiting.shift(); next; next = waiting.shift()) succeeded = (await run(next)) && succeeded
    return succeeded
  }
  return (await Promise.all([runNext(), runNext()])).every(Boolean)
}
