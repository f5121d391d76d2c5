import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../app.ts'
import { type NodeProcess, spawnNode } from '../nodeProcess.ts'
import { newLedger, runLoad, type Target } from './load.ts'

/** `npm run chaos`: the duration, the number of nodes and the number of concurrent clients. */
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 8)
const NODES = Number(process.env['CHAOS_NODES'] ?? 2)
const CLIENTS = Number(process.env['CHAOS_ASKING'] ?? 6)
/** Seconds between the start of one node and the kill of the next. */
const PAUSE = Number(process.env['CHAOS_PAUSE'] ?? 1)

interface Node extends Target {
  process: NodeProcess | undefined
}

const killNode = async (node: Node) => {
  node.life++ // requests to the previous life fail together with the node
  node.port = 0
  await node.process!.kill()
}

/** Node processes on one database. */
const createNodes = (app: TestApp, dataDir: string) => {
  const nodes = Array.from({ length: NODES }, (): Node => ({ life: 0, port: 0, process: undefined }))
  const start = async (node: Node) => {
    node.process = spawnNode(app, dataDir)
    node.port = await node.process.port
  }
  return { nodes, start }
}

test(
  'nodes killed one by one under load lose or duplicate no acknowledged write, and only requests on the killed node fail',
  async () => {
    const app = await testApp()
    const dataDir = mkdtempSync(join(tmpdir(), 'tradewind-chaos-'))
    const { nodes, start } = createNodes(app, dataDir)
    onTestFinished(async () => {
      for (const node of nodes) await node.process?.kill()
      await app.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
    })
    const people = await Promise.all(Array.from({ length: CLIENTS }, () => app.someone('ROLE_TENANT_ADMIN')))
    await Promise.all(nodes.map(start))

    const ledger = newLedger()
    const startTime = performance.now()
    const seconds = () => (performance.now() - startTime) / 1000
    let isOver = false
    const working = people.map(({ token }, at) => runLoad({ targets: nodes, ledger, token, goesOn: () => !isOver }, at))
    let kills = 0
    // Where all processors are busy, a node may have answered all its requests by the time it is killed.
    while (seconds() < SECONDS || kills < 2 || ledger.broken === 0) {
      await setTimeout(PAUSE * 1000)
      const node = nodes[kills++ % nodes.length]!
      await killNode(node)
      await start(node)
    }
    const durations = seconds()
    isOver = true
    await Promise.all(working)

    const rows = await app.asOwner<{ id: string; name: string }>(
      `select id, legal_name as name from company where legal_name like 'Chaos %'`,
    )
    const storedRows = new Map(rows.map(({ id, name }) => [id, name]))
    const missing = [...ledger.acknowledged].filter(([name, id]) => storedRows.get(id) !== name)
    const duplicates = rows.length - new Set(rows.map(({ name }) => name)).size
    const { acknowledged, readCount, broken, failures, throttledCount, slowest } = ledger
    if (process.env['CHAOS_SECONDS'])
      console.log(
        `${NODES} nodes, ${CLIENTS} asking, ${Math.round(durations)} s, ${kills} kills: ${acknowledged.size} acknowledged writes (${(acknowledged.size / durations).toFixed(0)} a second), ` +
          `${readCount} reads, ${broken} requests broken off with their node and asked again, ${throttledCount} told to come later, ` +
          `${failures.length} lost elsewhere, ${missing.length} missing, ${duplicates} doubled; slowest answer ${Math.round(slowest)} ms`,
      )
    expect(failures).toEqual([])
    expect(missing).toEqual([])
    expect(duplicates).toBe(0)
    expect(kills).toBeGreaterThanOrEqual(2)
    expect(acknowledged.size).toBeGreaterThan(20)
    expect(broken).toBeGreaterThan(0)
  },
  (SECONDS + 240) * 1000,
)
