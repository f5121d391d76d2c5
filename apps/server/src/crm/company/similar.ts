import type { CountryCode } from '@tradewind/contract/countries'
import type { MatchReason } from '@tradewind/contract/crm/bulk/merge.words'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { and, asc, eq, isNull, ne, or } from 'drizzle-orm'
import { companies, companyEntity } from '#crm/schema/company.table'
import { domainMatchOf, nameMatchOf, taxMatchOf } from '#crm/schema/matchKeys'
import { liveWhere } from '#kit/database/list'
import type { ReadContext } from '#kit/http/context'
import { rowFilter } from '#kit/record/entity'

interface Asked {
  legalName?: string | undefined
  website?: string | undefined
  taxRefNumber?: string | undefined
  butId?: string | undefined
}
const MOST = 5

/** Companies that may be the same as one that is being written down, those with the best evidence first. */
export const similarCompanies = async ({ legalName, website, taxRefNumber, butId }: Asked, context: ReadContext) => {
  const { nameMatch, domainMatch, taxMatch, uniqueId, deletedAt } = companies
  const keys: Partial<Record<MatchReason, string | null>> = {
    taxNumber: taxMatchOf(taxRefNumber),
    name: nameMatchOf(legalName ?? ''),
    website: domainMatchOf(website ?? ''),
  }
  const alike = or(
    keys.taxNumber ? eq(taxMatch, keys.taxNumber) : undefined,
    keys.name ? eq(nameMatch, keys.name) : undefined,
    keys.website ? eq(domainMatch, keys.website) : undefined,
  )
  if (!alike) return { rows: [], total: 0, estimated: false }
  const reach = rowFilter(companyEntity, companyPolicy.compare, context.actor)
  const found = await context.db
    .select()
    .from(companies)
    .where(
      and(
        liveWhere(companies, alike, context.scope),
        isNull(deletedAt),
        butId ? ne(uniqueId, butId) : undefined,
        reach === 'all' ? undefined : reach,
      ),
    )
    .orderBy(asc(companies.dateCreated))
    .limit(50)
  const rows = found.map((row) => ({
    uniqueId: row.uniqueId,
    legalName: row.legalName,
    country: row.country as CountryCode,
    by: reasonsOf(row, keys),
  }))
  const best = rows.toSorted((one, other) => weightOf(other.by) - weightOf(one.by)).slice(0, MOST)
  return { rows: best, total: best.length, estimated: false }
}

const weights: Partial<Record<MatchReason, number>> = { taxNumber: 4, name: 2, website: 1 }
const weightOf = (reasons: readonly MatchReason[]) => reasons.reduce((sum, reason) => sum + (weights[reason] ?? 0), 0)

const reasonsOf = (row: typeof companies.$inferSelect, keys: Partial<Record<MatchReason, string | null>>): MatchReason[] => [
  ...(keys.taxNumber && row.taxMatch === keys.taxNumber ? (['taxNumber'] as const) : []),
  ...(keys.name && row.nameMatch === keys.name ? (['name'] as const) : []),
  ...(keys.website && row.domainMatch === keys.website ? (['website'] as const) : []),
]
