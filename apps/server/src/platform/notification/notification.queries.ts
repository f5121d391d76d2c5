import type { Tx } from '#kit/database/database'
import { job, type Jobs } from '#kit/jobs'
import { notifyAfterCommit } from '#kit/notifyNodes'
import { notifications } from '#platform/schema/notification.table'

/** Something that a person should know: English texts with holes, their values, and the tail of the screen that shows it. */
export interface Notice {
  userId: string
  subject: string
  content: string
  values?: Record<string, string>
  path?: string
  /** Where a letter of its own tells it, no other is sent. */
  byMail?: false
}

/** Mails a notification, where the tenant wants that. */
export const notificationLetterJob = job<{ tenantId: string; notificationId: string }>({
  name: 'notification.letter',
  letter: 'NOTIFICATION',
})

/** Notifies people in the transaction that causes it: rows, open pages soon after, and mail. */
export const notifier =
  (jobs: Jobs) =>
  async (tx: Tx, tenantId: string, ...notices: readonly Notice[]) => {
    if (notices.length === 0) return
    const rows = notices.map(({ userId, subject, content, values = {}, path }) => ({ userId, subject, content, values, path }))
    const made = await tx.insert(notifications).values(rows).returning({ id: notifications.uniqueId })
    for (const [at, { id }] of made.entries())
      notifyAfterCommit(tx, { topic: 'notification', tenantId, userId: notices[at]!.userId, id })
    const mailed = made.filter((_, at) => notices[at]!.byMail !== false)
    await jobs.sendAll(
      tx,
      notificationLetterJob,
      mailed.map(({ id }) => ({ tenantId, notificationId: id })),
    )
  }
export type Notify = ReturnType<typeof notifier>
