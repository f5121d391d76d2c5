import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

const MB = 2 ** 20

/** A process that starts, processes much data and is then idle; it reports the size of its heap after each phase, in bytes. */
const program = `
import { getHeapStatistics } from 'node:v8'
import { trimMemory } from ${JSON.stringify(join(import.meta.dirname, 'memory.ts'))}

const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const size = () => getHeapStatistics().total_heap_size

trimMemory({ checkInterval: 200 })
const start = size()
let held = Array.from({ length: 1_000_000 }, (_, at) => ({ text: at + ' of many' }))
const busy = size()
held = []
for (let checks = 0; checks < 100 && size() > busy / 2; checks++) await rest(200)
for (const told of [start, busy, size()]) console.log(told)
`

test('shrinks the heap when the process is idle after work that made it grow', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  const exit = once(child, 'exit')
  const told: number[] = []
  for await (const line of createInterface(child.stdout)) told.push(Number(line))
  expect(await exit).toEqual([0, null])
  const [start, busy, quiet] = told
  expect(busy).toBeGreaterThan(start! + 64 * MB)
  expect(quiet).toBeLessThan(start! + 16 * MB)
})
