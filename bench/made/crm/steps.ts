import { type nextSteps, nextStepsEntity } from '../../../apps/server/src/crm/schema/nextSteps.table.ts'
import { logDemoActions } from '../../../apps/server/src/kit/record/demo.ts'
import type { Fields } from '../../../apps/server/src/kit/record/entity.ts'
import { createRecords, type PlannedRecord, randomTimeAfter, type SeedContext } from './enter.ts'
import type { Report } from './reports.ts'
import { activityWords, things } from './words.ts'

interface Summary extends PlannedRecord {
  uniqueId: string
  report: Report
}

const DAY = 86_400_000
const dayAfter = (moment: string, days: number) => new Date(Date.parse(moment) + days * DAY).toISOString()

/** Adds tasks from these summaries: nine of ten overdue ones are closed, and three of ten that are not due yet. */
export const addTasks = async (partition: SeedContext, summaries: readonly Summary[], count: number) => {
  const { dice, people } = partition
  const now = new Date().toISOString()
  const plans = Array.from({ length: count }, () => {
    const { uniqueId: summaryId, report, at: summaryCreatedAt, by } = dice.one(summaries)
    const at = randomTimeAfter(summaryCreatedAt, 1, dice)
    const due = dayAfter(at, 3 + dice.below(90))
    const closedAt = dice.often(due < now ? 0.9 : 0.3) ? randomTimeAfter(at, 30, dice) : null
    return { summaryId, report, at, by, due, closedAt, assignee: dice.often(0.6) ? by : dice.early(people) }
  })
  const fieldsOf = ({ summaryId, report, due, closedAt, assignee }: (typeof plans)[number]): Fields<typeof nextSteps> => ({
    todo: `${dice.one(activityWords)} ${dice.one(things)}`,
    byWhen: due.slice(0, 10),
    nextStepsStatus: closedAt ? 'CLOSED' : 'OPEN',
    assignedUser: assignee.uniqueId,
    summaryId,
    companyId: report.company.uniqueId,
    companyName: report.company.legalName,
    country: report.company.country,
    closedAt,
    closedBy: closedAt && assignee.uniqueId,
    remindedAt: !closedAt && due < now ? due : null,
  })
  const changes = { nextStepsStatus: { before: 'OPEN', after: 'CLOSED' } }
  await createRecords(partition, nextStepsEntity, plans, fieldsOf, (tx, rows) => {
    const closings = rows.flatMap((row) => (row.closedAt ? [{ row, by: row.assignee, at: row.closedAt, changes }] : []))
    return logDemoActions(tx, nextStepsEntity, 'CLOSED', closings)
  })
}
