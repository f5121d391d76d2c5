import { companyApi } from '@tradewind/contract/crm/company.contract'
import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

const PASSWORD = 'A password that is long enough'
/** More bytes than the buffers between both ends of a connection: 16 MB. */
const ROWS = 4000
const LIST = companyApi.list.path

let app: TestApp
let port: number
let readers: TestUser[]
let other: TestUser
beforeAll(async () => {
  app = await testApp()
  port = Number(new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' })).port)
  readers = []
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    const { uniqueId } = await app.tenant(name, { domainName: `${name.toLowerCase()}.test` })
    for (let at = 0; at < 5; at++) readers.push(await app.someone('ROLE_TENANT_ADMIN', { tenantId: uniqueId }))
    await fill(uniqueId)
  }
  other = await app.someone('ROLE_TENANT_ADMIN', { password: PASSWORD })
  await fill(other.tenantId)
})
afterAll(() => app.close())

const fill = (tenantId: string) =>
  app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, address)
     select $1, $1, 'Company ' || n, 'IT', 'https://x.example', '{}', repeat('x', 4000) from generate_series(1, $2) n`,
    [tenantId, ROWS],
  )

/** A raw connection on which calls are sent and nothing is read. */
const stalledAt = async (...paths: [path: string, token: string][]) => {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.pause()
  await once(socket, 'connect')
  for (const [at, [path, token]] of paths.entries()) {
    const connection = at === paths.length - 1 ? 'close' : 'keep-alive'
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\nauthorization: Bearer ${token}\r\n\r\n`)
  }
  return socket
}
/** All bytes of a response, read after it has ended. */
const restOf = async (socket: Socket) => {
  if (socket.closed) return ''
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString('latin1')))
  const end = new Promise((done) => socket.once('close', done))
  socket.resume()
  await end
  return text
}
/** The app's database connections that are in the middle of a list. */
const held = async () => {
  const [found] = await app.asOwner<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and usename = 'tradewind_app' and state <> 'idle'`,
  )
  return found!.count
}
/** Reads a response to its end, a little at a time. */
const slowly = async (path: string, { token }: TestUser) => {
  const asking = request({ port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${token}` }, agent: false }).end()
  const [answer] = (await once(asking, 'response')) as [AsyncIterable<Buffer>]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString()) as unknown[]
}

test(
  'forty readers that stop reading whole lists are disconnected, and everybody else is answered meanwhile',
  { timeout: 120_000 },
  async () => {
    const sockets = await Promise.all(readers.flatMap(({ token }) => [1, 2].map(() => stalledAt([LIST, token]))))
    expect(sockets).toHaveLength(40)
    await expect.poll(held, { timeout: 30_000 }).toBe(3)
    const calls = (round: number) => [
      () => app.as(other).send(companyApi.list, { page: 0, size: 20 }),
      () => app.as(other).send(identityApi.login, { username: other.emailAddress, password: PASSWORD }),
      () => app.as(readers[0]).send(companyApi.list, { page: 0, size: 20 }),
      () =>
        app.as(readers[0]).send(companyApi.create, {
          legalName: `New ${round}`,
          country: 'IT',
          website: 'https://new.example',
          companyTypeList: ['END_USER'],
        }),
      () => app.as(undefined).send(contentApi.list, { page: 0 }),
    ]
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(calls(round).map((call) => call()))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 201, 200])
    }
    await expect.poll(held, { timeout: 60_000 }).toBe(0)
    expect(await slowly(LIST, other)).toHaveLength(ROWS)
    const heads = (await Promise.all(sockets.map(restOf))).map((text) => [text.slice(9, 12), text.endsWith('0\r\n\r\n')])
    expect(heads.filter(([status, isWhole]) => status === '200' && isWhole)).toEqual([])
  },
)

test(
  'a stalled reader holds no connections, neither by lists requested behind the first nor by a download',
  { timeout: 60_000 },
  async () => {
    const [reader, colleague] = readers as [TestUser, TestUser]
    const { token } = reader
    const { url } = await app.as(colleague).call(companyApi.export, { format: 'csv' })
    const sockets = [await stalledAt([LIST, token], [LIST, token]), await stalledAt([url, colleague.token])]
    await expect.poll(held, { timeout: 30_000 }).toBe(3)
    await expect.poll(held, { timeout: 30_000 }).toBe(0)
    const ends = (await Promise.all(sockets.map(restOf))).map((text) => text.endsWith('0\r\n\r\n'))
    expect(ends).toEqual([false, false])
    expect(await slowly(LIST, other)).toHaveLength(ROWS)
  },
)
