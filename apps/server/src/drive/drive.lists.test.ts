import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { driveUploadApi } from '@tradewind/contract/drive/driveUpload.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const MANY = 22
const eachOf = <T>(make: (at: number) => T) => Promise.all(Array.from({ length: MANY }, (_, at) => make(at)))
const mailbox = (at: number) => `guest${at}@elsewhere.example`
const shareAll = async (who: TestUser, addresses: string[]) => {
  const { uniqueId } = await driveFixture(app, who).folder('Fair')
  await app.as(who).call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: addresses })
}

const long: [string, Endpoint, (ann: TestUser) => Promise<object>][] = [
  [
    'who shares',
    driveShareApi.shared,
    async ({ emailAddress }) => {
      for (const one of await eachOf(() => app.someone('ROLE_PRO'))) await shareAll(one, [emailAddress])
      return {}
    },
  ],
  [
    'whom one shares with',
    driveShareApi.sharedUsers,
    async (ann) => {
      await shareAll(
        ann,
        Array.from({ length: MANY }, (_, at) => mailbox(at)),
      )
      return {}
    },
  ],
  [
    'what was done',
    driveShareApi.activity,
    async (ann) => {
      await eachOf((at) => app.as(ann).call(driveApi.createFolder, { name: `Fair ${at}` }))
      return {}
    },
  ],
  [
    'the trash',
    driveApi.trash,
    async (ann) => {
      for (const { uniqueId } of await eachOf((at) => driveFixture(app, ann).folder(`Fair ${at}`)))
        await app.as(ann).call(driveApi.remove, { uniqueId })
      return {}
    },
  ],
  [
    'the files of an upload',
    driveUploadApi.state,
    async (ann) => {
      const files = Array.from({ length: MANY }, (_, at) => ({ path: `${at}.txt`, size: 1 }))
      const { uniqueId } = await app.as(ann).call(driveUploadApi.batch, { files })
      return { uniqueId }
    },
  ],
]

test.each(long)('%s: returned whole if no page is requested, else in pages of twenty, with a total', async (_, list, prepare) => {
  const ann = await app.someone('ROLE_PRO')
  const query = await prepare(ann)
  const ask = async (over: object = {}) => {
    const { statusCode, headers, json } = await app.as(ann).send(list, { ...query, ...over })
    expect(statusCode).toBe(200)
    return { rows: json<unknown[]>(), total: headers['x-total-count'] }
  }
  const { rows } = await ask()
  expect(rows).toHaveLength(MANY)
  expect(await ask({ page: 0 })).toEqual({ rows: rows.slice(0, 20), total: String(MANY) })
  expect(await ask({ page: 1 })).toEqual({ rows: rows.slice(20), total: String(MANY) })
})
