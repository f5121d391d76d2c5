import type { CountryCode } from '@tradewind/contract/countries'
import type { MatchReason } from '@tradewind/contract/crm/bulk/merge.constants'
import { companyApi, CompanyInput } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy, seesOutline } from '@tradewind/contract/crm/policies'
import type { Condition } from '@tradewind/contract/kit/conditions'
import { isCustomName } from '@tradewind/contract/kit/custom/custom.fields'
import { hiddenValuesOf } from '@tradewind/contract/kit/entityFields'
import { say } from '@tradewind/contract/kit/say'
import { type Actor, isMember } from '@tradewind/contract/roles'
import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { withOwnFaults } from '#kit/custom/ownFaults'
import { liveWhere, mapPage } from '#kit/database/list'
import { trashDeadline } from '#kit/database/table'
import { checkAll, conflict, invalid } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { crud, findRecord, withRelations } from '#kit/record/crud'
import { rowCondition } from '#kit/record/entity'
import { importSpec } from '#kit/record/importSpec'
import { exportHandlers, importSheet } from '#kit/record/sheets'
import { massUploadHandlers } from '#kit/record/upload'
import type { AppContext } from '../appContext.ts'
import { assertNameFree, countRecords, outlineFields, withLastReport } from './company.queries.ts'
import { storeMassUpload } from './massUpload.ts'
import { mergeHandlers } from './merge/merge.routes.ts'
import { combineProjectCompanies } from './merge/mergeable.ts'
import { companies, companyEntity } from './schema/company.table.ts'
import { contactEntity } from './schema/contact.table.ts'
import { domainMatchOf, nameMatchOf, taxMatchOf } from './schema/matchKeys.ts'
import { meetingReportEntity, recalculateForCompanies } from './schema/meetingReport.table.ts'
import { differentCompanies, merges } from './schema/merge.table.ts'
import { nextStepsEntity } from './schema/nextSteps.table.ts'
import { projectCompanyEntity } from './schema/project.table.ts'
import { summaryEntity } from './schema/summary.table.ts'

interface SimilarQuery {
  legalName?: string | undefined
  website?: string | undefined
  taxRefNumber?: string | undefined
  butId?: string | undefined
}
const MAX_SIMILAR = 5

/** The keys by which a company may be the same as others. */
interface MatchKeys {
  taxNumber: string | null
  name: string | null
  website: string | null
}

/** Companies that may be duplicates of one that is being entered, those with the best evidence first. */
const similarCompanies = async ({ legalName, website, taxRefNumber, butId }: SimilarQuery, context: ReadContext) => {
  const { nameMatch, domainMatch, taxMatch, uniqueId, deletedAt } = companies
  const keys: MatchKeys = {
    taxNumber: taxMatchOf(taxRefNumber),
    name: nameMatchOf(legalName ?? ''),
    website: domainMatchOf(website ?? ''),
  }
  const hasEqualKey = or(
    keys.taxNumber ? eq(taxMatch, keys.taxNumber) : undefined,
    keys.name ? eq(nameMatch, keys.name) : undefined,
    keys.website ? eq(domainMatch, keys.website) : undefined,
  )
  if (!hasEqualKey) return { rows: [], total: 0, estimated: false }
  const allowed = rowCondition(companyEntity, companyPolicy.compare, context.actor)
  const found = await context.db
    .select()
    .from(companies)
    .where(
      and(liveWhere(companies, hasEqualKey, context.scope), isNull(deletedAt), butId ? ne(uniqueId, butId) : undefined, allowed),
    )
    .orderBy(asc(companies.dateCreated))
    .limit(50)
  const rows = found.map((row) => ({
    uniqueId: row.uniqueId,
    legalName: row.legalName,
    country: row.country as CountryCode,
    by: reasonsOf(row, keys),
  }))
  const best = rows.toSorted((one, other) => weightOf(other.by) - weightOf(one.by)).slice(0, MAX_SIMILAR)
  return { rows: best, total: best.length, estimated: false }
}

const weights: Partial<Record<MatchReason, number>> = { taxNumber: 4, name: 2, website: 1 }
const weightOf = (reasons: readonly MatchReason[]) => reasons.reduce((sum, reason) => sum + (weights[reason] ?? 0), 0)

const reasonsOf = (row: typeof companies.$inferSelect, keys: MatchKeys): MatchReason[] => [
  ...(keys.taxNumber && row.taxMatch === keys.taxNumber ? (['taxNumber'] as const) : []),
  ...(keys.name && row.nameMatch === keys.name ? (['name'] as const) : []),
  ...(keys.website && row.domainMatch === keys.website ? (['website'] as const) : []),
]

export const companySheet = importSheet('Companies', companyFields)

/** Those of these names that companies (not deleted) have, in the spelling stored there. */
const findTakenNames = async ({ tx }: WriteContext, names: readonly string[]) => {
  const foldedNames = sql`select lower(btrim(name)) from json_array_elements_text(${JSON.stringify(names)}::json) name`
  const hasTakenName = sql`lower(btrim(${companies.legalName})) in (${foldedNames})`
  const found = await tx
    .select({ legalName: companies.legalName })
    .from(companies)
    .where(and(hasTakenName, isNull(companies.deletedAt)))
  return found.map(({ legalName }) => legalName)
}

export const companyImport = importSpec({
  of: companyEntity,
  sheet: companySheet,
  input: CompanyInput,
  unique: { field: 'legalName', normalize: (name: string) => name.trim().toLowerCase(), findTaken: findTakenNames },
  onUploaded: storeMassUpload('company'),
})

/** What users who see only an outline see instead of the other columns. Lists compute the last report. */
const { lastReport: _computed, ...hiddenValues } = hiddenValuesOf(companyFields)

const { show, showAll, ...records } = withRelations(companyEntity, async (rows, { actor }) => {
  if (!seesOutline(actor)) return rows
  return rows.map((row) => ({ ...row, ...hiddenValues, custom: {}, createdBy: null }))
})

/** Only staff may set END_USER. A member's company that has it already may keep it. */
const assertTypesAllowed = (types: readonly string[] | undefined, before: readonly string[], { actor }: WriteContext) => {
  if (isMember(actor) && types?.includes('END_USER') && !before.includes('END_USER'))
    throw invalid({ companyTypeList: say('Only staff can enter end users') })
}

type CompanyChange = z.output<typeof companyApi.update.input>

/** Creates a company and returns its row. */
export const createCompany = async (fields: CompanyInput, context: WriteContext) => {
  await checkAll(
    () => assertTypesAllowed(fields.companyTypeList, [], context),
    () => assertNameFree(fields.legalName, context),
  )
  return crud(companyEntity).create(fields, context)
}

/** The number of records that belong to a company, by kind, counted as the lists count them; of tasks the open ones. */
const countsOf = async ({ uniqueId }: { uniqueId: string }, context: ReadContext) => {
  await findRecord(companyEntity, companyPolicy.see, uniqueId, context)
  const [contact, meetingReport, summary, nextSteps, projectCompany] = await Promise.all([
    countRecords(contactEntity, { companyId: uniqueId }, context),
    countRecords(meetingReportEntity, { companyUID: uniqueId }, context),
    countRecords(summaryEntity, { companyUid: uniqueId }, context),
    countRecords(nextStepsEntity, { companyUID: uniqueId, nextStepsStatus: 'OPEN' }, context),
    countRecords(projectCompanyEntity, { companyUID: uniqueId }, context),
  ])
  return { contact, meetingReport, summary, nextSteps, projectCompany }
}

interface Needs extends Pick<AppContext, 'db' | 'jobs' | 'tickets' | 'settings' | 'translatorFor'> {
  all: AllFeatures
}

/** The merge handlers of companies. */
const companyMergeHandlers = (all: AllFeatures) =>
  mergeHandlers({
    of: companyEntity,
    policy: companyPolicy,
    keys: [
      { reason: 'taxNumber', column: companies.taxMatch, weight: 4 },
      { reason: 'name', column: companies.nameMatch, weight: 2 },
      { reason: 'website', column: companies.domainMatch, weight: 1 },
    ],
    different: differentCompanies,
    get: records.get,
    show: showAll,
    before: combineProjectCompanies,
    after: (ids, { tx }) => recalculateForCompanies(tx, ids),
    all,
  })

/** The query of a list, restricted for actors who see only the outline of a company: search and conditions may use no other fields, as results would reveal the rest. */
const restrictToOutline = <
  Query extends {
    q?: string | undefined
    sort?: string | undefined
    where?: Condition[] | undefined
    any?: Condition[] | undefined
  },
>(
  actor: Actor,
  { q, ...query }: Query,
) => {
  if (!seesOutline(actor)) return { ...query, q }
  for (const name of ['where', 'any'] as const) {
    const hidden = query[name]?.find(({ field }) => !outlineFields.has(field as 'country'))
    if (hidden) throw invalid({ [name]: say('There is no filter “{name}” here', { name: hidden.field }) })
  }
  if (isCustomName(query.sort?.replace('-', '') ?? ''))
    throw invalid({ sort: say('You cannot sort by “{name}”', { name: query.sort! }) })
  return { ...query, outline: q }
}

const exportSpec = {
  of: companyEntity,
  rules: companyPolicy.export,
  title: 'Companies',
  columns: companyFields,
  related: withLastReport<typeof companies.$inferSelect>,
}

const companyRoutes = (appContext: Needs) =>
  routes(companyApi, {
    ...records,
    ...companyMergeHandlers(appContext.all),
    similar: similarCompanies,
    ...exportHandlers(exportSpec, appContext),
    ...massUploadHandlers(companyImport, appContext),
    counts: countsOf,
    list: async ({ with: computed, ...query }, context) => {
      const page = await records.list(restrictToOutline(context.actor, query), context)
      return computed ? mapPage(page, (rows) => withLastReport(rows, context)) : page
    },

    create: withOwnFaults(companyEntity, async (fields: CompanyInput, context) =>
      show(await createCompany(fields, context), context),
    ),

    remove: ({ uniqueId, cascade = false }, context) =>
      records.remove({ uniqueId }, context, (belonging) => {
        const hasDependents = Object.values(belonging).some((many) => many > 0)
        if (hasDependents && !cascade) throw conflict(say('Other records belong to this company'), belonging)
      }),

    update: withOwnFaults(companyEntity, async (change: CompanyChange, context) => {
      await checkAll(
        async () => {
          if (!change.companyTypeList?.includes('END_USER')) return
          const { companyTypeList } = await findRecord(companyEntity, companyPolicy.see, change.uniqueId, context)
          assertTypesAllowed(change.companyTypeList, companyTypeList, context)
        },
        () => assertNameFree(change.legalName, context, { exceptId: change.uniqueId }),
      )
      return records.update(change, context)
    }),
  })

export const companyFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [companyRoutes({ ...context, all })],
  imports: [companyImport],
  // Includes merges of contacts.
  expired: [[merges, sql`created_at < ${trashDeadline}`]],
  entities: [companyEntity],
})
