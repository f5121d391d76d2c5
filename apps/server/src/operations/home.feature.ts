import { can, own, all, type Rules } from '@tradewind/contract/kit/policy'
import { homeApi, type HomeSection } from '@tradewind/contract/operations/home.contract'
import { type Actor, PAID, STAFF } from '@tradewind/contract/roles'
import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { meetingReportEntity, meetingReports } from '#crm/schema/meetingReport.table'
import { nextSteps, nextStepsEntity } from '#crm/schema/nextSteps.table'
import { projectCompanies, projectCompanyEntity } from '#crm/schema/project.table'
import { summaries, summaryEntity } from '#crm/schema/summary.table'
import { listPage } from '#kit/database/list'
import type { SoftDeleteTable } from '#kit/database/table'
import { todayIn } from '#kit/days'
import type { Feature } from '#kit/feature'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { anyEntity, type Entity, type Row, rowFilterOf } from '#kit/record/entity'
import { leadEntity, leads } from '#site/schema/lead.table'

const SHOWN = 5
/** Days in which a lead that nobody has converted is new. */
const NEW_DAYS = 30

const sharedWithMe = ({ uniqueId }: Actor) => ({ sharedWith: uniqueId })
const ofMyProject = ({ uniqueId }: Actor) => ({ projectCreatedBy: uniqueId })
const assignedToMe = ({ uniqueId }: Actor) => ({ assignedUser: uniqueId })

interface Section<T extends SoftDeleteTable> {
  section: HomeSection['section']
  of: Entity<T>
  /** Which of those that the actor may see are the actor's own business. */
  mine: Rules
  where: (today: string, actor: Actor) => SQL | undefined
  sort: string
  show: (row: Row<T>) => Pick<HomeSection['items'][number], 'title' | 'detail' | 'day'>
}

/** Reads a section: nothing for those who may not see its records, or have none. */
const reader =
  <T extends SoftDeleteTable>({ section, of, mine, where, sort, show }: Section<T>) =>
  async (today: string, { actor, db }: ReadContext): Promise<HomeSection[]> => {
    if (!can(actor, of.policy.see) || !can(actor, mine)) return []
    const entity = anyEntity(of)
    const reaches = [of.policy.see, mine].map((rules) => rowFilterOf(entity, rules, actor)).filter((reach) => reach !== 'all')
    const { rows, total } = await listPage(db, entity, { page: 0, size: SHOWN, sort }, 'all', ...reaches, where(today, actor))
    if (total === 0) return []
    const items = rows.map((row) => ({ uniqueId: String(row.uniqueId), ...show(row as Row<T>) }))
    return [{ section, kind: of.name, total, items }]
  }

const readers = [
  reader({
    section: 'TASKS',
    of: nextStepsEntity,
    mine: [
      [STAFF, assignedToMe],
      [PAID, all],
    ],
    where: (today) => and(eq(nextSteps.nextStepsStatus, 'OPEN'), lte(nextSteps.byWhen, today)),
    sort: 'byWhen',
    show: ({ todo, companyName, byWhen }) => ({ title: todo, detail: companyName, day: byWhen }),
  }),
  reader({
    section: 'NEXT_CONTACTS',
    of: projectCompanyEntity,
    mine: [
      [STAFF, ofMyProject],
      [STAFF, sharedWithMe],
      [PAID, all],
    ],
    where: (today) => lte(projectCompanies.nextContact, today),
    sort: 'nextContact',
    show: ({ companyName, projectName, nextContact }) => ({ title: companyName, detail: projectName, day: nextContact! }),
  }),
  reader({
    section: 'MEETINGS',
    of: meetingReportEntity,
    mine: [
      [STAFF, own],
      [PAID, all],
    ],
    where: (today) => eq(meetingReports.date, today),
    sort: 'company',
    show: ({ companyName, date }) => ({ title: companyName, detail: '', day: date }),
  }),
  reader({
    section: 'LEADS',
    of: leadEntity,
    mine: [[STAFF, all]],
    where: () => and(isNull(leads.companyId), gt(leads.dateCreated, sql`now() - make_interval(days => ${NEW_DAYS})`)),
    sort: '-dateCreated',
    show: ({ name, email, dateCreated }) => ({ title: name, detail: email, day: dateCreated.slice(0, 10) }),
  }),
  reader({
    section: 'SUMMARIES',
    of: summaryEntity,
    mine: [[STAFF, sharedWithMe]],
    where: (_, { uniqueId }) => sql`${summaries.createdBy} is distinct from ${uniqueId}`,
    sort: '-dateCreated',
    show: ({ companyName, plainText, meetingDate }) => ({
      title: companyName,
      detail: plainText.slice(0, 200),
      day: meetingDate,
    }),
  }),
]

const homeRoutes = routes(homeApi, {
  read: async (_, context) => {
    const today = todayIn(context.timeZone)
    return (await Promise.all(readers.map((read) => read(today, context)))).flat()
  },
})

/** What waits for somebody today, of all features. */
export const homeFeature = (): Feature => ({ routes: () => [homeRoutes] })
