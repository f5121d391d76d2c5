import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { openLive } from './live.ts'

/** Forwards connections to PostgreSQL. After `drop` nothing passes on those that are open, and neither side is told. */
const silentNetwork = async (socketPath: string) => {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const postgres = connect(socketPath)
    for (const [from, to] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      sockets.add(from.on('error', () => {}))
      from.pipe(to)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    drop: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}

test('a connection that the network has dropped silently counts as lost, and a new one hears messages', async () => {
  const { owner, app, name, asOwner, drop } = await freshDatabase()
  onTestFinished(drop)
  const network = await silentNetwork(`${app.host}/.s.PGSQL.${app.port}`)
  const { username } = new URL(owner.connectionString)
  const throughNetwork = { host: '127.0.0.1', port: network.port, user: username, database: name }
  const live = openLive(throughNetwork, { interval: 50, timeout: 500 })
  onTestFinished(() => live.close())
  const heard: string[] = []
  let losses = 0
  live.subscribe(({ topic }) => heard.push(topic))
  live.onDown(() => losses++)
  await live.connect()
  expect(live.isUp()).toBe(true)

  network.drop()
  await expect.poll(() => losses, { timeout: 5000 }).toBe(1)
  await expect.poll(live.isUp, { timeout: 5000 }).toBe(true)
  await asOwner(`select pg_notify('tradewind', $1)`, [JSON.stringify({ topic: 'after', tenantId: randomUUID() })])
  await expect.poll(() => heard).toEqual(['after'])
})

test('a message that is published while the connection is lost reaches the other nodes once it is restored', async () => {
  const { owner, asOwner, drop } = await freshDatabase()
  onTestFinished(drop)
  const [here, there] = [openLive(owner), openLive(owner)]
  onTestFinished(async () => void (await Promise.all([here.close(), there.close()])))
  const heard: string[] = []
  there.subscribe(({ topic }) => heard.push(topic))
  await here.connect()
  const [{ pid } = { pid: 0 }] = await asOwner<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query = 'listen tradewind'`,
  )
  await there.connect()
  await asOwner('select pg_terminate_backend($1)', [pid])
  await expect.poll(here.isUp).toBe(false)
  here.publish({ topic: 'while down', tenantId: randomUUID() })
  await expect.poll(here.isUp, { timeout: 5000 }).toBe(true)
  here.publish({ topic: 'after', tenantId: randomUUID() })
  await expect.poll(() => heard).toEqual(['while down', 'after'])
})
