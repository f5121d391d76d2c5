import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { driveUploadApi as calls } from '@tradewind/contract/drive/driveUpload.contract'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { findStoreFaults, type UploadCalls, uploadCalls, uploaderInOwnTenant } from '../../../test/upload/driver.ts'

let app: TestApp
let port: number
let me: UploadCalls
beforeAll(async () => {
  vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'tradewind-form-'))) // so that only this test's files are left there
  app = await testApp()
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (app.fastify.server.address() as { port: number }).port
})
afterAll(async () => {
  await app.close()
  rmSync(tmpdir(), { recursive: true, force: true })
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  me = uploadCalls(app, await app.someone('ROLE_PRO'))
})

const LIMIT = 20_971_520
const EDGE = 'an-edge-between-parts'
type Part = [name: string, bytes: Buffer, field?: string]
const bodyOf = (parts: readonly Part[]) =>
  Buffer.concat([
    ...parts.flatMap(([name, bytes, field = 'files']) => [
      Buffer.from(`--${EDGE}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${EDGE}--\r\n`),
  ])
const tooLarge = {
  responseStatus: 'ERROR',
  message: 'Total file size exceeds 20 MB. Please upload smaller files.',
  data: { limit: LIMIT },
  said: {
    'Total file size exceeds 20 MB. Please upload smaller files.': {
      text: 'Total file size exceeds {limit} MB. Please upload smaller files.',
      values: { limit: '20' },
    },
  },
}

/** Sends a form; `chunked`: without its length. */
const post = async (body: Buffer, { chunked = false, query = '' } = {}) => {
  const type = { authorization: `Bearer ${me.token}`, 'content-type': `multipart/form-data; boundary=${EDGE}` }
  const length: Record<string, string> = chunked ? {} : { 'content-length': String(body.length) }
  const path = `/api/files/upload${query}`
  const sending = request({ host: '127.0.0.1', port, method: 'POST', path, headers: { ...type, ...length }, agent: false })
  sending.on('error', () => {})
  sending.end(body)
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: (await json(response)) as { data: { name: string; size: number }[] } }
}
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tradewind-upload-'))
const aside = () => readdirSync(join(app.appContext.env.dataDir, 'files', 'aside'))

test('stores files in a folder, each with its own bytes, and a taken name gets a number', async () => {
  const folder = await me.as.call(driveApi.createFolder, { name: 'Here' })
  const body = bodyOf([
    ['a.txt', Buffer.from('first')],
    ['A.txt', Buffer.from('second')],
    ['b.txt', Buffer.from('third')],
    ['c.txt', Buffer.from('fourth'), 'file'],
  ])
  const { status, body: answer } = await post(body, { query: `?parentId=${folder.uniqueId}` })
  expect(status).toBe(201)
  const items = await me.list(folder.uniqueId)
  expect(items.map(({ name }) => name)).toEqual(['A (2).txt', 'a.txt', 'b.txt', 'c.txt'])
  expect(new Set(answer.data.map(({ name }) => name))).toEqual(new Set(items.map(({ name }) => name)))
  const bytes = Object.fromEntries(await Promise.all(items.map(async ({ name, uniqueId }) => [name, await me.bytesOf(uniqueId)])))
  expect(bytes).toEqual({ 'a.txt': 'first', 'A (2).txt': 'second', 'b.txt': 'third', 'c.txt': 'fourth' })
  expect(aside()).toEqual([])
})

test('a repeat with the same key gets the first reply, and nothing is stored twice', async () => {
  const key = { 'idempotency-key': 'once' }
  const send = (text: string) => me.as.call(calls.upload, { file: new File([text], 'a.txt') }, key)
  const first = await send('x')
  expect(await send('x')).toEqual(first)
  await expect(send('y')).rejects.toMatchObject({ status: 422 })
  expect(await me.names()).toEqual(['a.txt'])
})

describe('size', () => {
  test.each([false, true])('accepts 20 MB in total and rejects one byte more (without Content-Length: %s)', async (chunked) => {
    const half = Buffer.alloc(LIMIT / 2, 'x')
    const whole = await post(
      bodyOf([
        ['a', half],
        ['b', half],
      ]),
      { chunked },
    )
    expect([whole.status, whole.body.data.map(({ size }) => size)]).toEqual([201, [LIMIT / 2, LIMIT / 2]])
    const more = await post(
      bodyOf([
        ['c', half],
        ['d', half],
        ['e', Buffer.from('x')],
      ]),
      { chunked },
    )
    expect([more.status, more.body]).toEqual([413, tooLarge])
    expect(await me.names()).toEqual(['a', 'b'])
    await expect.poll(left).toEqual([])
    expect(aside()).toEqual([])
  })

  test('rejects a form whose declared length is too large before its bytes are read', async () => {
    const line = connect(port, '127.0.0.1')
    const head = [
      'POST /api/files/upload HTTP/1.1',
      'host: x',
      `authorization: Bearer ${me.token}`,
      `content-type: multipart/form-data; boundary=${EDGE}`,
    ]
    line.write(`${[...head, `content-length: ${LIMIT + 100_000}`].join('\r\n')}\r\n\r\n`)
    const [answer] = (await once(line, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
    line.destroy()
  })

  test('rejects a form whose declared length exceeds the drive’s free space before its bytes are read', async () => {
    me = await uploaderInOwnTenant(app)
    await me.configure('DRIVE_QUOTA_MB', 1)
    const line = connect(port, '127.0.0.1')
    const head = [
      'POST /api/files/upload HTTP/1.1',
      'host: x',
      `authorization: Bearer ${me.token}`,
      `content-type: multipart/form-data; boundary=${EDGE}`,
    ]
    line.write(`${[...head, 'content-length: 1200000'].join('\r\n')}\r\n\r\n`)
    const [answer] = (await once(line, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(
      /^HTTP\/1\.1 413 [^]*These files are larger than the 1 MB left in your drive\.[^]*"free":1048576/,
    )
    line.destroy()
  })

  test(
    'a form may be as large as the tenant’s configuration says, even if that is more than other forms may be',
    { timeout: 120_000 },
    async () => {
      const you = await uploaderInOwnTenant(app)
      await you.configure('DRIVE_UPLOAD_LIMIT_MB', 60)
      me = you
      expect(await post(bodyOf([['a', Buffer.alloc(55 * 1024 * 1024, 'y')]]))).toMatchObject({ status: 201 })
    },
  )

  test('a full drive accepts nothing, and nothing of the form is left', async () => {
    me = await uploaderInOwnTenant(app)
    await me.configure('DRIVE_QUOTA_MB', 1)
    const bytes = Buffer.alloc(600_000, 'z')
    const { status } = await post(
      bodyOf([
        ['a', bytes],
        ['b', bytes],
      ]),
    )
    expect([status, await me.names(), aside()]).toEqual([413, [], []])
    expect(await findStoreFaults(app, me.tenantId)).toEqual({ orphans: 0, missing: 0 })
  })
})

test('rejects an empty form, an invalid name and a 21st file, and stores nothing of the form', async () => {
  const x = Buffer.from('x')
  expect(await post(bodyOf([]))).toMatchObject({ status: 422, body: { data: { files: 'Choose a file' } } })
  const names = await post(
    bodyOf([
      ['good.txt', x],
      ['gpj.\u202Eexe', x],
    ]),
  )
  expect(names).toMatchObject({ status: 422, body: { data: { files: 'A name may not hold / or \\ or invisible characters' } } })
  const many = await post(bodyOf(Array.from({ length: 21 }, (_, at) => [`${at}`, x] as Part)))
  expect(many).toMatchObject({ status: 413 })
  expect(await me.names()).toEqual([])
  expect(await post(bodyOf(Array.from({ length: 20 }, (_, at) => [`${at}`, x] as Part)))).toMatchObject({ status: 201 })
})

/** Malformed bodies: cut off, without an end, with broken headers, or noise. */
const malformed = (at: number) => {
  const good = bodyOf([['a.txt', Buffer.alloc(1000 + at, 'x')]])
  const bodies = [
    good.subarray(0, (at * 37) % good.length),
    Buffer.concat([good.subarray(0, good.length - 8), Buffer.from('--nonsense')]),
    Buffer.from(good.toString().replace('content-disposition', `content-dispositi\u0000n${at}`)),
    Buffer.from(good.toString().replace('form-data; name="files"', 'form-data; name="__proto__"')),
    Buffer.alloc(at * 11, 0xff),
    Buffer.from(`--${EDGE}\r\n`.repeat(at)),
  ]
  return bodies[at % bodies.length]!
}

test(
  '500 malformed forms and 200 aborted ones are rejected one by one: the process survives, and nothing is left on disk',
  { timeout: 180_000 },
  async () => {
    const type = { authorization: `Bearer ${me.token}`, 'content-type': `multipart/form-data; boundary=${EDGE}` }
    const send = async (at: number) => {
      const { status } = await post(malformed(at))
      expect([400, 413, 422]).toContain(status)
    }
    for (let at = 0; at < 500; at += 10) await Promise.all(Array.from({ length: 10 }, (_, next) => send(at + next)))
    const cut = async (at: number) => {
      const sending = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/files/upload', headers: type })
      sending.on('error', () => {})
      const body = bodyOf([['a.txt', Buffer.alloc(100_000, 'x')]])
      sending.write(body.subarray(0, 1 + ((at * 997) % (body.length - 1))), () => sending.destroy())
      await new Promise((done) => sending.once('close', done))
    }
    for (let at = 0; at < 200; at += 10) await Promise.all(Array.from({ length: 10 }, (_, next) => cut(at + next)))
    expect(await post(bodyOf([['still.txt', Buffer.from('here')]]))).toMatchObject({ status: 201 })
    expect(await me.names()).toEqual(['still.txt'])
    await expect.poll(left).toEqual([])
    expect(aside()).toEqual([])
  },
)
