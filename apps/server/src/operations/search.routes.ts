import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { type HitGroup, searchApi } from '@tradewind/contract/operations/search.contract'
import type { Decided } from '@tradewind/contract/platform/settingCatalogue'
import { listPage } from '#kit/database/list'
import type { SoftDeleteTable } from '#kit/database/table'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { filtersOf, type Entity, rowFilterOf, type Row } from '#kit/record/entity'
import { askedBy } from '#crm/company/company.queries'
import { companyEntity } from '#crm/schema/company.table'
import { contactEntity } from '#crm/schema/contact.table'
import { contentEntity } from '#site/schema/content.table'
import { findInDrive } from '#drive/tree/search.queries'
import { eventEntity } from '#crm/schema/event.table'
import { leadEntity } from '#site/schema/lead.table'
import { meetingReportEntity } from '#crm/schema/meetingReport.table'
import { nextStepsEntity } from '#crm/schema/nextSteps.table'
import { projectEntity } from '#crm/schema/project.table'
import { summaryEntity } from '#crm/schema/summary.table'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'

const SHOWN = 5
/** Letters of a text around the words that were found. */
const AROUND = 100

interface Shown<T extends SoftDeleteTable> {
  sort: string
  detail: (row: Row<T>, q: string) => string
  /** How its list is asked for these words, where that is not by `q`. */
  asked?: (actor: Actor, asked: { q: string }) => object
}

/** What a search finds of one kind, by the same reach as its list. Nothing where the role has no list of it. */
const finder =
  <T extends SoftDeleteTable>(of: Entity<T>, { sort, detail, asked = (_, words) => words }: Shown<T>) =>
  async (q: string, { actor, db }: ReadContext): Promise<HitGroup[]> => {
    if (!can(actor, of.policy.see)) return []
    const known = of as Entity
    const reach = rowFilterOf(known, of.policy.see, actor)
    const page = await listPage(db, of, { page: 0, size: SHOWN, sort }, reach, ...filtersOf(known, { ...asked(actor, { q }) }))
    if (page.total === 0) return []
    const hits = page.rows.map((row: Row<T>) => ({
      uniqueId: row.uniqueId as string,
      title: String(row[of.title as keyof Row<T>]),
      detail: detail(row, q),
    }))
    return [{ kind: of.name, total: page.total, totalEstimated: page.estimated, hits }]
  }

/** A day of the calendar as people read it: DD-MM-YYYY. */
const dayFirst = (day: string) => day.split('-').toReversed().join('-')

/** The words around those that were found. */
const around = (text: string, q: string) => {
  const at = text.toLowerCase().indexOf(q.trim().toLowerCase())
  const from = Math.max(0, at - AROUND / 2)
  return `${from > 0 ? '…' : ''}${text.slice(from, from + AROUND)}${text.length > from + AROUND ? '…' : ''}`
}

const findContent = finder(contentEntity, { sort: '-dateCreated', detail: ({ excerpt }, q) => around(excerpt, q) })
const findFiles = findInDrive(SHOWN)

/** In the order in which they are shown. What the tenant has switched off is not found. */
const findersOf = ({ CONTENT_ENABLED, DRIVE_ENABLED }: Pick<Decided, 'CONTENT_ENABLED' | 'DRIVE_ENABLED'>) => [
  finder(companyEntity, { sort: 'legalName', detail: ({ country }) => countryName(country as CountryCode), asked: askedBy }),
  finder(contactEntity, { sort: 'lastName', detail: ({ title, companyName }) => `${title}, ${companyName}` }),
  finder(meetingReportEntity, { sort: '-date', detail: ({ date }) => dayFirst(date) }),
  finder(summaryEntity, { sort: '-dateCreated', detail: ({ plainText }, q) => around(plainText, q) }),
  finder(projectEntity, { sort: 'name', detail: () => '' }),
  finder(nextStepsEntity, { sort: '-byWhen', detail: ({ companyName, byWhen }) => `${companyName}, ${dayFirst(byWhen)}` }),
  finder(eventEntity, { sort: '-eventDateTime', detail: ({ location }) => location }),
  ...(CONTENT_ENABLED ? [findContent] : []),
  finder(leadEntity, { sort: '-dateCreated', detail: ({ email }) => email }),
  ...(DRIVE_ENABLED ? [findFiles] : []),
]

export const searchRoutes = ({ settings }: { settings: TenantSettings }) =>
  routes(searchApi, {
    search: async ({ q }, context) => {
      const finders = findersOf(await settings.of(context.scope.tenantId))
      const rows = (await Promise.all(finders.map((find) => find(q, context)))).flat()
      return { rows, total: rows.length, estimated: false }
    },
  })
