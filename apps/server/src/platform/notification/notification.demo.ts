import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { notifications } from '#platform/schema/notification.table'

interface DemoNotice {
  to: string
  hoursAgo: number
  subject: string
  content: string
  values: Record<string, string>
  path: string
  isRead?: true
}

const importEnded = (
  to: string,
  hoursAgo: number,
  file: string,
  [read, created, skipped]: [string, string, string],
): DemoNotice => ({
  to,
  hoursAgo,
  subject: 'The import of {file} has ended',
  content: '{read} rows read, {created} created, {skipped} skipped.',
  values: { file, read, created, skipped },
  path: 'company/list',
})
const importFailed = (to: string, hoursAgo: number, file: string, total: string): DemoNotice => ({
  to,
  hoursAgo,
  subject: 'The import of {file} has failed',
  content: 'Errors found: {total}. Nothing was imported.',
  values: { file, total },
  path: 'company/list',
})
const asRead = (notice: DemoNotice): DemoNotice => ({ ...notice, isRead: true })

const notices: readonly DemoNotice[] = [
  importFailed('tenant-admin@tradewind.test', 3, 'exhibitors-hannover.xlsx', '7'),
  importFailed('tenant-admin@tradewind.test', 5, 'exhibitors-hannover.xlsx', '214'),
  asRead(importFailed('tenant-admin@tradewind.test', 219, 'chamber-members-lyon.xlsx', '38')),
  importFailed('admin@tradewind.test', 52, 'distributors-nordics.xlsx', '16'),
  importFailed('pro@tradewind.test', 20, 'clienti-valvole.xlsx', '61'),
  asRead(importEnded('business@tradewind.test', 800, 'sawmills-baltic.xlsx', ['5640', '5640', '0'])),
  importFailed('tenant-admin@nordhaven.test', 9, 'leverandører.xlsx', '112'),
]

interface Person {
  uniqueId: string
  emailAddress: string
}

/** Adds the notifications of these people to the tenant of the transaction. */
export const addNotifications = async (tx: Tx, people: readonly Person[]) => {
  const ids = new Map(people.map(({ emailAddress, uniqueId }) => [emailAddress, uniqueId]))
  const rows = notices.flatMap(({ to, hoursAgo, isRead, ...told }) => {
    const userId = ids.get(to)
    const dateCreated = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
    return userId ? [{ ...told, userId, dateCreated, readAt: isRead ? dateCreated : null }] : []
  })
  await insertMany(tx, notifications, rows)
}
