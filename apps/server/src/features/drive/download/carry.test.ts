import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tenantConfigurationApi } from '@tradewind/contract/tenantSetting/tenantSetting.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { away, down, up } from '../../../../test/drive/carry.ts'
import { bucketServer } from '../../../../test/drive/stores.ts'

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

const carrier = async (world: TestApp) => {
  const [chief, ann] = [await world.someone('ROLE_SUPER_ADMIN'), await world.someone('ROLE_PRO')]
  await world.as(chief).call(tenantConfigurationApi.update, { key: 'DRIVE_UPLOAD_LIMIT_MB', value: 100 })
  return { origin: await world.fastify.listen({ port: 0, host: '127.0.0.1' }), token: ann.token }
}

test.each([
  ['a folder', async () => ({ url: undefined, stop: async () => {} })],
  ['a bucket', bucketServer],
])('a large file goes up in one go or in parts to %s, and comes back as it was', async (_, open) => {
  const { url, stop } = await open()
  const world = await testApp({ settings: { FILES_URL: url } })
  const ann = await carrier(world)
  for (const part of [SIZE, 8 * 1024 * 1024]) {
    const itemId = await up(ann, from, { size: SIZE, part })
    const to = join(folder, 'to')
    await down(ann, itemId, to)
    expect(await hashOf(to)).toBe(await hashOf(from))
    await away(ann, itemId)
  }
  await world.close()
  await stop()
})
