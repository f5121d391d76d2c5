import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { driveUploadApi as calls } from '@tradewind/contract/drive/driveUpload.contract'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { findStoreFaults, uploaderInOwnTenant } from '../../../test/upload/driver.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await testApp()
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (app.fastify.server.address() as { port: number }).port
})
afterAll(() => app.close())

const textOf = (at: number) => `file ${at} of a folder `.repeat(1 + (at % 100))
const many = Number(process.env['SMALL_FILES'] ?? 500)

test(
  `a folder of ${many} small files arrives over six lines, each file with its result`,
  { timeout: 60_000 + many * 200 },
  async () => {
    const me = await uploaderInOwnTenant(app)
    const { uniqueId, files } = await me.batch({
      files: Array.from({ length: many }, (_, at) => ({ path: `photos/${at % 20}/${at}.txt`, size: textOf(at).length })),
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 6 })
    const headers = {
      authorization: `Bearer ${me.token}`,
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    }
    const send = async (at: number) => {
      const bytes = textOf(at)
      const path = `/api/files/arriving/${files[at]!.uniqueId}`
      const length = { 'content-length': String(bytes.length) }
      const sending = request({ host: '127.0.0.1', port, method: 'PATCH', path, agent, headers: { ...headers, ...length } })
      sending.end(bytes)
      const [response] = (await once(sending, 'response')) as [IncomingMessage]
      response.resume()
      await once(response, 'end')
      return response.statusCode
    }
    const waiting = files.map((_, at) => at)
    const line = async () => {
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) expect(await send(at)).toBe(204)
    }
    const begun = performance.now()
    await Promise.all(Array.from({ length: 6 }, line))
    console.log(`${many} small files: ${Math.round(performance.now() - begun)} ms`)
    agent.destroy()

    const results = []
    for (let page = 0; page * 500 < many; page++) results.push(...(await me.as.call(calls.state, { uniqueId, page, size: 500 })))
    expect(results).toHaveLength(many)
    expect(results.filter(({ state }) => state !== 'DONE')).toEqual([])
    const [kept] = await app.asOwner<{ files: number; bytes: number }>(
      `select count(*)::int as files, sum(size)::int as bytes from drive_item where owner_id = $1 and not folder`,
      [me.uniqueId],
    )
    expect(kept).toEqual({ files: many, bytes: files.reduce((sum, { size }) => sum + size, 0) })
    expect(await me.bytesOf(results.find(({ path }) => path === 'photos/3/3.txt')!.itemId)).toBe(textOf(3))
    expect(await findStoreFaults(app, me.tenantId)).toEqual({ orphans: 0, missing: 0 })
  },
)

test('5,000 files can be declared in one call, and not one more', { timeout: 120_000 }, async () => {
  const me = await uploaderInOwnTenant(app)
  const name = 'x'.repeat(200)
  const files = Array.from({ length: 5000 }, (_, at) => ({ path: `${at % 50}/${name}/${at}`, size: 1 }))
  const made = await me.batch({ files })
  expect(made.files.map(({ path }) => path)).toEqual(files.map(({ path }) => path))
  expect(new Set(made.files.map(({ uniqueId }) => uniqueId)).size).toBe(5000)
  expect(await me.as.call(driveApi.usage, {})).toMatchObject({ reserved: 5000 })
  const last = await me.as.send(calls.state, { uniqueId: made.uniqueId, page: 9, size: 500 })
  expect([last.headers['x-total-count'], last.json()]).toEqual(['5000', expect.objectContaining({ length: 500 })])
  const more = me.batch({ files: [...files, { path: 'one more', size: 1 }] })
  await expect(more).rejects.toMatchObject({ status: 422, data: { files: 'At most 5000 files' } })
  await expect(me.batch({})).rejects.toMatchObject({ status: 422, data: { files: 'Name a file' } })
})

/** Files of one byte at these paths. */
const files = (...paths: string[]) => ({ files: paths.map((path) => ({ path, size: 1 })) })

test('a drive holds at most 200,000 files and folders, including the trash and pending uploads', async () => {
  const you = await uploaderInOwnTenant(app)
  await you.put('one', 'x')
  await app.asOwner(
    `insert into drive_item (tenant_id, owner_id, folder, name, name_key, sort_key, search_text, deleted_at)
     select $1, $2, true, n, n, n, n, now() from generate_series(1, 199998) n`,
    [you.tenantId, you.uniqueId],
  )
  const full = { status: 413, data: { limit: 200_000 } }
  await expect(you.batch(files('a', 'b'))).rejects.toMatchObject(full)
  await expect(you.batch({ folders: ['a/b'] })).rejects.toMatchObject(full)
  await you.batch(files('a'))
  await expect(you.as.call(driveApi.createFolder, { name: 'Folder' })).rejects.toMatchObject({
    ...full,
    message: 'A drive can hold 200,000 files and folders at most, including its trash',
  })
})

test('a user’s uploads have at most 400,000 files, even if all are skipped, until they are deleted a day after they have finished', async () => {
  const you = await uploaderInOwnTenant(app)
  await you.put('a', 'x')
  const skipped = { files: [{ path: 'a', size: 1, clash: 'SKIP' as const }] }
  const failed = await you.batch(files('b'))
  await app.asOwner(`update drive_batch set files = files + 399_994 where id = $1`, [failed.uniqueId])
  const old = await you.batch(skipped)
  await expect(you.batch(skipped)).rejects.toMatchObject({ status: 429 })
  await expect(you.batch({ folders: ['c'] })).rejects.toMatchObject({ status: 429 })
  expect(await you.names()).toEqual(['a'])

  await app.asOwner(`update drive_upload set state = 'FAILED' where batch_id = $1`, [failed.uniqueId])
  await app.asOwner(`update drive_batch set created_at = now() - interval '25 hours' where owner_id = $1`, [you.uniqueId])
  await app.clock('drive.resting')
  await expect(you.batch(skipped)).rejects.toMatchObject({ status: 429 })
  await app.asOwner(`update drive_upload set updated_at = now() - interval '25 hours' where owner_id = $1`, [you.uniqueId])
  await app.clock('drive.resting')
  await you.batch(skipped)
  await expect(you.state(old.uniqueId)).rejects.toMatchObject({ status: 404 })
  expect(await you.state(failed.uniqueId)).toHaveLength(1)
})

test('uploads that ended a day ago, with files that failed, keep nobody from uploading: they are deleted where their place is needed', async () => {
  const you = await uploaderInOwnTenant(app)
  const [failed, pending] = [await you.batch(files('b')), await you.batch(files('c'))]
  await app.asOwner(`update drive_batch set files = files + 399_990, created_at = now() - interval '3 days' where id = $1`, [
    failed.uniqueId,
  ])
  await app.asOwner(`update drive_upload set state = 'FAILED' where batch_id = $1`, [failed.uniqueId])
  await you.batch(files('d'))
  await expect(you.batch(files('e', 'f', 'g', 'h'))).rejects.toMatchObject({ status: 429 })
  await app.asOwner(`update drive_upload set updated_at = now() - interval '25 hours' where batch_id = $1`, [failed.uniqueId])
  expect(await you.state(failed.uniqueId)).toHaveLength(1)
  await you.batch(files('e', 'f', 'g', 'h'))
  await expect(you.state(failed.uniqueId)).rejects.toMatchObject({ status: 404 })
  expect(await you.state(pending.uniqueId)).toHaveLength(1)
})
