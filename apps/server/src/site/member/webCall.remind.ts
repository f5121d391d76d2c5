import { phrase } from '@tradewind/contract/kit/say'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { forEachTenant, type Jobs } from '#kit/jobs'
import type { Notify } from '#platform/notification/notification.queries'
import { currentTenants } from '#platform/tenant/tenant.queries'
import { webCallHours, type WebCallRow, webCalls } from '#site/schema/webCall.table'
import { orderLetters } from './webCall.letter.ts'

interface Needs {
  db: Database
  logger: Logger
  jobs: Jobs
  notify: Notify
}

const within = (from: number, until: number) =>
  sql`${webCalls.startsAt} > now() + make_interval(hours => ${from}) and ${webCalls.startsAt} <= now() + make_interval(hours => ${until})`

/** The calls that begin so soon and of which nobody was reminded: noted with the letters, in one transaction, so that each goes out once. */
const dueIn = (tx: Tx, kind: 'day' | 'hour') => {
  const column = kind === 'day' ? webCalls.dayReminderFor : webCalls.hourReminderFor
  return tx
    .update(webCalls)
    .set(kind === 'day' ? { dayReminderFor: sql`${webCalls.startsAt}` } : { hourReminderFor: sql`${webCalls.startsAt}` })
    .where(
      and(
        eq(webCalls.state, 'BOOKED'),
        kind === 'day' ? within(1, 24) : within(0, 1),
        sql`${column} is distinct from ${webCalls.startsAt}`,
      ),
    )
    .returning()
}

const noticesOf = ({ createdBy, hostId, uniqueId, about }: WebCallRow) =>
  [createdBy, hostId].flatMap((userId) =>
    userId === null
      ? []
      : [
          {
            userId,
            subject: phrase('Your web call begins soon'),
            content: '{about}',
            values: { about },
            path: `webCall/show/${uniqueId}`,
            byMail: false as const,
          },
        ],
  )

/** Reminds both of their calls, the day before and the hour before. */
export const webCallReminder = ({ db, logger, jobs, notify }: Needs) => ({
  name: 'webCall.remind',
  cron: '*/5 * * * *',
  work: async () =>
    forEachTenant(logger, await currentTenants(db), (id) =>
      db.write(tenantScope(id), async (tx) => {
        await orderLetters(jobs, tx, await dueIn(tx, 'day'), 'DAY')
        const soon = await dueIn(tx, 'hour')
        await orderLetters(jobs, tx, soon, 'HOUR')
        await notify(tx, id, ...soon.flatMap(noticesOf))
      }),
    ),
})

/** Whoever leaves has no calls ahead, and keeps no hours: the other one is told. */
export const endCallsOf = (jobs: Jobs) => async (tx: Tx, userId: string) => {
  const ended = await tx
    .update(webCalls)
    .set({ state: 'CANCELLED', sequence: sql`${webCalls.sequence} + 1`, updatedAt: nextUpdatedAt(webCalls.updatedAt) })
    .where(
      and(
        or(eq(webCalls.hostId, userId), eq(webCalls.createdBy, userId)),
        eq(webCalls.state, 'BOOKED'),
        sql`${webCalls.startsAt} > now()`,
      ),
    )
    .returning()
  await orderLetters(jobs, tx, ended, 'CANCELLED')
  await tx.delete(webCallHours).where(eq(webCallHours.userId, userId))
}
