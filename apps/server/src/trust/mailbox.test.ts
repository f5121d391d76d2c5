import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { mailboxOf } from '#kit/letters'
import { type TestApp, testApp } from '../../test/app.ts'
import { mailboxSql } from './review.queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test.each([
  ['Pro+Shop@Sample.example', 'pro@sample.example'],
  ['p.r.o@sample.example', 'p.r.o@sample.example'],
  ['P.R.o+a.b+c@gmail.com', 'pro@gmail.com'],
  ['pro@GoogleMail.com', 'pro@gmail.com'],
  ['p.ro@mail.gmail.com', 'p.ro@mail.gmail.com'],
])('the mailbox of %s is %s, also in SQL', async (address, mailbox) => {
  const db = app.appContext.db.as(tenantScope(app.main.uniqueId))
  const { rows } = await db.execute<{ mailbox: string }>(sql`select ${mailboxSql(sql`${address}::text`)} as mailbox`)
  expect([mailboxOf(address), rows[0]!.mailbox]).toEqual([mailbox, mailbox])
})
