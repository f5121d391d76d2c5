import { bucketServer } from '@tradewind/byte-store/testing/stores'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { deleteFile, downloadFile, uploadFile } from '../../test/drive/transfer.ts'

const SIZE = 48 * 1024 * 1024 + 1
let folder: string
let from: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carried-'))
  from = join(folder, 'from')
  await writeFile(from, randomBytes(SIZE))
})
afterAll(() => rm(folder, { recursive: true }))

const hashOf = async (path: string) => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const carrier = async (app: TestApp) => {
  const [chief, ann] = [await app.someone('ROLE_SUPER_ADMIN'), await app.someone('ROLE_PRO')]
  await app.as(chief).call(tenantConfigurationApi.update, { key: 'DRIVE_UPLOAD_LIMIT_MB', value: 100 })
  return { origin: await app.fastify.listen({ port: 0, host: '127.0.0.1' }), token: ann.token }
}

test.each([
  ['a folder', async () => ({ url: undefined, stop: async () => {} })],
  ['a bucket', bucketServer],
])('a large file is uploaded to %s in one go or in parts, and is downloaded unchanged', async (_, open) => {
  const { url, stop } = await open()
  const app = await testApp({ settings: { FILES_URL: url } })
  const ann = await carrier(app)
  for (const part of [SIZE, 8 * 1024 * 1024]) {
    const itemId = await uploadFile(ann, from, { size: SIZE, part })
    const to = join(folder, 'to')
    await downloadFile(ann, itemId, to)
    expect(await hashOf(to)).toBe(await hashOf(from))
    await Promise.all([rm(to), deleteFile(ann, itemId)])
  }
  await app.close()
  await stop()
})

describe('a download', () => {
  let app: TestApp
  let ann: Awaited<ReturnType<typeof carrier>>
  let itemId: string
  const agent = new Agent({ keepAlive: true }) // the connection stays open after the reply
  beforeAll(async () => {
    app = await testApp()
    ann = await carrier(app)
    itemId = await uploadFile(ann, from, { size: SIZE })
  })
  afterAll(() => {
    agent.destroy()
    return app.close()
  })

  const answered = async () => {
    const headers = { authorization: `Bearer ${ann.token}` }
    const asking = request(`${ann.origin}/api/files/download/${itemId}`, { headers, agent }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    return answer
  }

  test('returns the complete file to a slow reader', async () => {
    const hash = createHash('sha256')
    let taken = 0
    for await (const chunk of (await answered()) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      taken += chunk.length
      if (taken < 4_000_000) continue
      await rest(20)
      taken = 0
    }
    expect(hash.digest('hex')).toBe(await hashOf(from))
  })

  test.each([
    ['fewer', [Buffer.from('half of it')]],
    ['more', [Buffer.alloc(SIZE + 1)]],
  ])('is aborted if there are %s bytes than announced', async (_, chunks) => {
    const read = vi.spyOn(app.appContext.files, 'read').mockImplementation(async () => Readable.from(chunks))
    await expect(answered().then(buffer)).rejects.toThrow(/aborted|hang up/)
    read.mockRestore()
  })
})
