import { summaryEntity, summaryProjects, summaryShares } from '../../../apps/server/src/crm/schema/summary.table.ts'
import type { Tx } from '../../../apps/server/src/kit/database/database.ts'
import { insertMany } from '../../../apps/server/src/kit/database/insert.ts'
import { logDemoActions } from '../../../apps/server/src/kit/record/demo.ts'
import { createRecords, randomTimeAfter, type SeedContext } from './enter.ts'
import type { Project } from './projects.ts'
import type { Report } from './reports.ts'
import { sentences } from './words.ts'

interface Shared {
  uniqueId: string
  at: string
  by: SeedContext['people'][number]
  users: readonly SeedContext['people'][number][]
  projects: readonly Project[]
}

const share = async (tx: Tx, rows: readonly Shared[]) => {
  const people = rows.flatMap(({ uniqueId, users }) => users.map((user) => ({ summaryId: uniqueId, userId: user.uniqueId })))
  const projects = rows.flatMap(({ uniqueId, projects: theirs }) =>
    theirs.map((project) => ({ summaryId: uniqueId, projectId: project.uniqueId })),
  )
  await insertMany(tx, summaryShares, people)
  await insertMany(tx, summaryProjects, projects)
  const doings = rows
    .filter(({ users, projects: theirs }) => users.length + theirs.length > 0)
    .map((row) => {
      const named = [
        ...row.users.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
        ...row.projects.map(({ name }) => name),
      ]
      const sharedProjects = row.projects.map(({ uniqueId }) => uniqueId)
      return { row, by: row.by, at: row.at, changes: { sharedWith: { before: [], after: named } }, also: sharedProjects }
    })
  await logDemoActions(tx, summaryEntity, 'SHARED', doings)
}

/** Adds summaries of these reports: a third are shared with people, a fifth with projects. */
export const addSummaries = async (
  partition: SeedContext,
  reports: readonly Report[],
  projects: readonly Project[],
  count: number,
) => {
  const { dice, people } = partition
  const plans = Array.from({ length: count }, () => {
    const report = dice.one(reports)
    const at = randomTimeAfter(report.at, 2, dice)
    const users = dice.often(0.33) ? dice.several(3, () => dice.early(people)) : []
    const theirs = dice.often(0.2) ? dice.several(2, () => dice.early(projects)) : []
    return { report, users, projects: theirs, at, by: dice.often(0.8) ? report.by : dice.early(people) }
  })
  const fieldsOf = ({ report }: (typeof plans)[number]) => {
    const { uniqueId: meetingReportId, date: meetingDate, company } = report
    const blocks = Array.from({ length: 1 + dice.below(4) }, () => dice.several(3, () => dice.one(sentences)).join(' '))
    const text = blocks.map((block) => `<p>${block}</p>`).join('')
    const { uniqueId: companyId, legalName: companyName, country } = company
    return { text, plainText: blocks.join('\n'), meetingReportId, meetingDate, companyId, companyName, country }
  }
  return createRecords(partition, summaryEntity, plans, fieldsOf, (tx, rows) => share(tx, rows as unknown as Shared[]))
}
