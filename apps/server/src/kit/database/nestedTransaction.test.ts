import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { notifyAfterCommit, notifyNodes, type TransactionNews } from '../notifyNodes.ts'
import { type Database, inScope, nestedTransaction, openDatabase, tenantScope, type Tx } from './database.ts'

let app: TestApp
let db: Database
const heard: TransactionNews[] = []
beforeAll(async () => {
  app = await testApp()
  db = openDatabase({ ...app.app, onCommit: (news) => heard.push(news) })
})
afterAll(async () => {
  await db.close()
  await app.close()
})

const mine = () => tenantScope(app.main.uniqueId)
const say = (tx: Tx, id: string) => notifyAfterCommit(tx, { topic: 'test', tenantId: app.main.uniqueId, id })
const heardOf = async (work: (tx: Tx) => Promise<unknown>) => {
  heard.length = 0
  await db.write(mine(), work).catch(() => undefined)
  return heard.map(({ id }) => id)
}
class Undone extends Error {}
const undone = (tx: Tx, work: (part: Tx) => Promise<unknown>) =>
  nestedTransaction(tx, async (part) => {
    await work(part)
    throw new Undone()
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })

test('news of a nested transaction is sent with the outer one, in order', async () => {
  const told = await heardOf(async (tx) => {
    say(tx, 'before')
    await nestedTransaction(tx, async (part) => {
      say(part, 'within')
      await nestedTransaction(part, async (deeper) => say(deeper, 'deeper'))
      await notifyNodes(part, { topic: 'test', tenantId: app.main.uniqueId, id: 'loud' })
    })
    say(tx, 'after')
  })
  expect(told).toEqual(['before', 'within', 'deeper', 'loud', 'after'])
})

test('news of a nested transaction that is rolled back is not sent, nor that of transactions nested within it', async () => {
  const told = await heardOf(async (tx) => {
    say(tx, 'before')
    await undone(tx, async (part) => {
      say(part, 'undone')
      await nestedTransaction(part, async (deeper) => say(deeper, 'stood for a while'))
    })
    say(tx, 'after')
  })
  expect(told).toEqual(['before', 'after'])
  const nothing = await heardOf(async (tx) => {
    await nestedTransaction(tx, async (part) => say(part, 'of a part that stood'))
    throw new Undone()
  })
  expect(nothing).toEqual([])
})

test('a nested transaction returns what its work returns, and throws what it throws', async () => {
  const given = await db.write(mine(), (tx) => nestedTransaction(tx, async () => 'given'))
  expect(given).toBe('given')
  await expect(db.write(mine(), (tx) => nestedTransaction(tx, () => Promise.reject(new Undone())))).rejects.toThrow(Undone)
})

const tenantOf = async (tx: Tx) => {
  const { rows } = await tx.execute<{ id: string }>(sql`select current_setting('app.tenant_id') as id`)
  return rows[0]!.id
}

test('work in another scope leaves that scope even if it fails, and reports why it failed', async () => {
  const others = tenantScope(app.other.uniqueId)
  await db.write(mine(), async (tx) => {
    await expect(inScope(tx, others, () => Promise.reject(new Undone()))).rejects.toThrow(Undone)
    expect(await tenantOf(tx)).toBe(app.main.uniqueId)
    const refused = nestedTransaction(tx, (part) => inScope(part, others, () => part.execute(sql`select 1 / 0`)))
    await expect(refused).rejects.toMatchObject({ cause: { code: '22012' } })
    expect(await tenantOf(tx)).toBe(app.main.uniqueId)
  })
})
