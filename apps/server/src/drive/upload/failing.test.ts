import type { Files } from '@tradewind/byte-store/files'
import { openFolder } from '@tradewind/byte-store/folder'
import { driveUploadApi as calls } from '@tradewind/contract/drive/driveUpload.contract'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildServer } from '#kit/http/server'
import { type TestApp, testApp } from '../../../test/app.ts'
import { findStoreFaults, type UploadCalls, uploadCalls, uploaderInOwnTenant } from '../../../test/upload/driver.ts'
import { driveUploadRoutes } from './upload.routes.ts'

let app: TestApp
let me: UploadCalls
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  me = await uploaderInOwnTenant(app)
})

type Write = TestApp['appContext']['db']['write']
const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
const gone = () => Object.assign(new Error('the database is gone'), { code: '57P01' })

/** The user's calls on a server with another store or database. */
const failing = async ({ files = {}, write }: { files?: Partial<Files>; write?: Write }) => {
  const { appContext } = app
  const fastify = buildServer({ logger: appContext.logger, trustProxy: false, secure: false })
  const db = { ...appContext.db, ...(write && { write }) }
  driveUploadRoutes({ ...appContext, files: { ...appContext.files, ...files } })(fastify, { ...appContext, db })
  await fastify.ready()
  return uploadCalls({ ...app, fastify, as: app.on(fastify) }, me)
}
const aside = () => readdirSync(join(app.appContext.env.dataDir, 'files', 'aside')).filter((name) => name.startsWith(me.tenantId))
const declared = async () => {
  const { uniqueId, files } = await me.batch({ files: [{ path: 'a.txt', size: 11 }] })
  return { batchId: uniqueId, uniqueId: files[0]!.uniqueId }
}
/** Continues as every client does, and checks that the file exists once and is complete. */
const assertContinues = async (uniqueId: string, left = 0) => {
  const { status, offset } = await me.head(uniqueId)
  expect(status).toBe(204)
  if (offset! < 11) expect(await me.send(uniqueId, 'hello world'.slice(offset), offset)).toEqual({ status: 204, offset: 11 })
  const [item, ...others] = await me.list()
  expect([await me.bytesOf(item!.uniqueId), others.length]).toEqual(['hello world', 0])
  expect([await findStoreFaults(app, me.tenantId), aside().length]).toEqual([{ orphans: 0, missing: 0 }, left])
}

const store = (): Record<string, [files: Partial<Files>, status: number, left: number]> => {
  const { files } = app.appContext
  return {
    'when bytes come': [{ append: async (_, pieces) => ({ pieces: [...pieces], problem: full() }) }, 503, 0],
    'before bytes come': [{ append: () => Promise.reject(full()) }, 503, 0],
    'in the middle of bytes': [{ append: async (...given) => ({ ...(await files.append(...given)), problem: full() }) }, 503, 0],
    'when pieces are united': [{ combine: () => Promise.reject(full()) }, 503, 0],
    'when a file is to be seen': [
      { combine: async (...given) => ({ ...(await files.combine(...given)), show: () => Promise.reject(full()) }) },
      503,
      0,
    ],
    'when pieces are dropped': [{ drop: () => Promise.reject(full()) }, 204, 1],
  }
}

/** The database fails at its nth transaction and from then on: before it begins, before the commit, or before the commit is confirmed. */
const failingWrite = (at: number, moment: 'begin' | 'commit' | 'told'): Write => {
  const { write } = app.appContext.db
  let count = 0
  return async (scope, work) => {
    if (++count < at) return write(scope, work)
    if (count > at || moment === 'begin') throw gone()
    const done = await write(scope, async (tx) => {
      const given = await work(tx)
      if (moment === 'commit') throw gone()
      return given
    })
    if (moment === 'told') throw gone()
    return done
  }
}

describe('a failing store', () => {
  test.each([
    'when bytes come',
    'before bytes come',
    'in the middle of bytes',
    'when pieces are united',
    'when a file is to be seen',
    'when pieces are dropped',
  ])('%s loses nothing: the upload can be resumed', async (when) => {
    const { uniqueId } = await declared()
    await me.send(uniqueId, 'hello ')
    const [files, status, left] = store()[when]!
    const broken = await failing({ files })
    expect(await broken.send(uniqueId, 'world', 6)).toMatchObject({ status })
    await assertContinues(uniqueId, left)
  })

  test('leaves no copy of a file uploaded in several pieces, however often it cannot be made visible', async () => {
    const { uniqueId } = await declared()
    await me.send(uniqueId, 'hello ')
    const other = openFolder(join(app.appContext.env.dataDir, 'files')) // another process: it starts a chunk of its own
    const broken = await failing({ files: { ...other, combine: store()['when a file is to be seen']![0].combine! } })
    expect(await broken.send(uniqueId, 'world', 6)).toMatchObject({ status: 503 })
    expect(await broken.head(uniqueId)).toMatchObject({ status: 503 })
    expect(aside()).toHaveLength(2)
    await assertContinues(uniqueId)
  })

  test('is reported with 503 to the caller, as long as the file cannot be finished', async () => {
    const { batchId, uniqueId } = await declared()
    const broken = await failing({ files: { combine: () => Promise.reject(full()) } })
    expect(await broken.send(uniqueId, 'hello world')).toMatchObject({ status: 503 })
    expect(await broken.head(uniqueId)).toMatchObject({ status: 503 })
    expect((await me.state(batchId))[0]).toMatchObject({ state: 'WAITING', received: 11 })
    await assertContinues(uniqueId)
  })

  test('stores nothing of a form', async () => {
    const { files } = app.appContext
    const second = { count: 0 }
    const broken = await failing({
      files: { combine: (...given) => (++second.count > 1 ? Promise.reject(full()) : files.combine(...given)) },
    })
    const form = new FormData()
    for (const name of ['a', 'b']) form.append('files', new File([name], name))
    const answer = await broken.sendForm(calls.upload, form)
    expect([answer.statusCode, await me.names(), aside()]).toEqual([503, [], []])
    expect(await findStoreFaults(app, me.tenantId)).toEqual({ orphans: 0, missing: 0 })
  })
})

describe('a failing database', () => {
  const points = [1, 2].flatMap((at) => (['begin', 'commit', 'told'] as const).map((moment) => [at, moment] as const))

  test.each(points)('at transaction %i, at its %s, loses nothing and leaves nothing twice', async (at, moment) => {
    const { uniqueId } = await declared()
    await me.send(uniqueId, 'hello ')
    const broken = await failing({ write: failingWrite(at, moment) })
    expect(await broken.send(uniqueId, 'world', 6)).toMatchObject({ status: 503 })
    await assertContinues(uniqueId, moment === 'told' && at === 2 ? 1 : 0)
  })
})
