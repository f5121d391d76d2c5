import { phrase } from '@tradewind/contract/kit/say'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#kit/database/database'
import { excludedUpdatedAt } from '#kit/database/table'
import type { WriteContext } from '#kit/http/context'
import { job, type Jobs, worker } from '#kit/jobs'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { Mailer } from '#services/mailer'
import { summaries, summaryMails } from './schema/summary.table.ts'

interface JobPayload {
  tenantId: string
  partitionId: string
  summaryId: string
  userId: string
  byName: string
  key: string
}

/** Tells somebody by mail that a summary was updated. */
const summaryLetterJob = job<JobPayload>({ name: 'summary.updated', letter: 'SUMMARY' })

/** Has everybody on the list mailed, each at most once in ten minutes. */
export const mailUpdated = async (jobs: Jobs, summaryId: string, userIds: readonly string[], context: WriteContext) => {
  const { tx, actor, scope } = context
  if (userIds.length === 0) return
  const noted = await tx
    .insert(summaryMails)
    .values(userIds.map((userId) => ({ summaryId, userId })))
    .onConflictDoUpdate({
      target: [summaryMails.tenantId, summaryMails.partitionId, summaryMails.summaryId, summaryMails.userId],
      set: { updatedAt: excludedUpdatedAt },
      setWhere: sql`${summaryMails.updatedAt} at time zone 'UTC' < excluded.updated_at at time zone 'UTC' - interval '10 minutes'`,
    })
    .returning({ userId: summaryMails.userId, at: summaryMails.updatedAt })
  const errands = noted.map(({ userId, at }) => {
    const key = `${summaryId}.${userId}.${at}`.replace(/[^\w.-]/g, '')
    return { ...scope, summaryId, userId, byName: actor.fullName, key }
  })
  await jobs.sendAll(tx, summaryLetterJob, errands)
}

const FIRST_WORDS = 300

/** Writes the letter, unless summary or reader are gone by then. */
export const summaryLetterWorker = ({ db, post }: { db: Database; post: Mailer }) =>
  worker(summaryLetterJob, async ({ tenantId, partitionId, summaryId, userId, byName, key }) => {
    const reader = db.as({ tenantId, partitionId })
    const living = and(eq(summaries.uniqueId, summaryId), isNull(summaries.deletedAt))
    const [summary] = await reader.select().from(summaries).where(living)
    const open = and(eq(users.uniqueId, userId), isOpenAccount)
    const [user] = await reader.select().from(users).where(open)
    if (!summary || !user) return
    await post(
      key,
      tenantId,
      { address: user.emailAddress, language: user.language },
      {
        subject: phrase('A summary was updated'),
        paragraphs: [
          phrase('Hello {name},'),
          phrase('{by} updated a summary about {company} that is shared with you.'),
          '{words}',
        ],
        button: { label: phrase('Open the report'), path: `crm/meetingReport/show/${summary.meetingReportId}` },
        footer: phrase('You received this email because {address} has an account at {tenant}.'),
        values: {
          name: user.firstName,
          by: byName,
          company: summary.companyName,
          words: summary.plainText.slice(0, FIRST_WORDS),
          address: user.emailAddress,
        },
      },
    )
  })
