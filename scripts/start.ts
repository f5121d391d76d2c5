import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from './run.ts'

/** Npm may end without notifying its child processes: ends this process then as if it had been asked to. */
const exitWithNpm = () => {
  const npm = process.ppid
  setInterval(() => process.ppid === npm || process.kill(process.pid, 'SIGTERM'), 500).unref()
}

/** Builds what is not built. Ending the start also ends the build. */
const build = async () => {
  const builder = spawn(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'inherit', detached: true })
  const end = () => {
    process.kill(-builder.pid!, 'SIGKILL') // with all processes that it has started
    process.exit(1)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
  for (const signal of signals) process.on(signal, end)
  const [code] = (await once(builder, 'exit')) as [number | null]
  for (const signal of signals) process.off(signal, end)
  if (code !== 0) process.exit(1)
}

// Builds, then becomes the server itself: there is no process between it and whatever started it.
exitWithNpm()
await build()
await import('../apps/server/src/main.ts')
