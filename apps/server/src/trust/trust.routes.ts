import type { PartnerCard } from '@tradewind/contract/trust/review.schemas'
import type { ReviewType } from '@tradewind/contract/trust/review.words'
import { trustApi } from '@tradewind/contract/trust/reviewPage.contract'
import { eq, type SQL, and, isNotNull, sql } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import { contains, liveRows, type Paging } from '#kit/database/list'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { reviewSettings, trustScores } from '#trust/schema/review.table'
import { isShown } from './shown.queries.ts'

/** What a list of companies is asked. */
interface Asked extends Paging {
  companyName?: string | undefined
  q?: string | undefined
  industry?: ReviewType | undefined
  /** ISO code. */
  country?: string | undefined
}

/** The line of a user's searched columns that holds the company's name, folded. */
const NAME_LINE = 3

const sorts = {
  companyName: sql`split_part(${users.searchText}, E'\n', ${sql.raw(String(NAME_LINE))})`,
  score: sql`coalesce(${trustScores.score}, 0)`,
  totalReviews: sql`coalesce(${trustScores.answers}, 0)`,
}

/** Users by the view, where the index of their searched columns serves. */
const from = ({ scope }: Reader) =>
  sql`${liveRows(users, scope)}
    left join ${trustScores} on ${eq(trustScores.ownerId, users.uniqueId)}`

const keyOf = (sort: string) => sorts[sort.replace('-', '') as keyof typeof sorts]

/** The companies whose survey is of this type. */
const isOf = (industry: ReviewType | undefined) =>
  industry &&
  sql`exists (select from ${reviewSettings} where ${eq(reviewSettings.ownerId, users.uniqueId)}
    and ${eq(reviewSettings.reviewType, industry)})`

const isIn = (country: string | undefined) => (country ? eq(users.userCompanyCountry, country) : undefined)

const cards = (db: Reader, which: SQL, { companyName, q, industry, country, sort = 'companyName' }: Asked) => sql`
  select ${users.uniqueId} as "companyId", ${users.userCompanyName} as "companyName",
    ${users.userCompanyCountry} as country, ${users.brandLogoUID} as "brandLogoUID",
    ${users.isPartner} as "isPartner", ${sorts.score}::float8 as score, ${sorts.totalReviews} as answers, ${keyOf(sort)} as key
  from ${from(db)}
  where ${and(isShown, which, contains(users, companyName, NAME_LINE), contains(users, q, NAME_LINE), isOf(industry), isIn(country))}`

/** The countries of the companies that everybody may see and that meet the condition, as ISO codes. */
const listCountries = async (db: Reader, which: SQL) => {
  const shown = and(isShown, which, isNotNull(users.userCompanyCountry))
  const { rows } = await db.execute<{ country: string }>(
    sql`select distinct ${users.userCompanyCountry} as country from ${liveRows(users, db.scope)} where ${shown} order by country`,
  )
  return { rows: rows.map(({ country }) => country), total: rows.length, estimated: false }
}

type Card = Omit<PartnerCard, 'scoreBreakdown'> & { answers: number }
type Row = { total: number } & (Card | { companyId: null })

/** A page of the companies that everybody may see and that meet the condition, or all where no page is asked for, and how many there are in all: one round trip. */
const listCompanies = async (db: Reader, which: SQL, asked: Asked) => {
  const { page = 0, size = 20, sort = '' } = asked
  const isWhole = asked.page === undefined && asked.size === undefined
  const window = isWhole ? sql`` : sql`limit ${size} offset ${page * size}`
  const way = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
  const order = sql`order by key ${way}, "companyId" ${way}`
  const { rows } = await db.execute<Row & Record<string, unknown>>(
    sql`with card as materialized (${cards(db, which, asked)})
      select * from (select count(*)::int as total from card) counted
      left join (select * from card ${order} ${window}) paged on true ${order}`,
  )
  const shown = rows.filter((row): row is Row & Card & Record<string, unknown> => row.companyId !== null)
  return { rows: shown.map(cardOf), total: rows[0]!.total, estimated: false }
}

const cardOf = ({ answers, companyId, companyName, country, brandLogoUID, isPartner, score }: Card): PartnerCard => ({
  companyId,
  companyName,
  country,
  brandLogoUID,
  isPartner,
  score,
  scoreBreakdown: { totalReviews: answers },
})

/** Those who let themselves be found, and the partners. A tenant that shows no partners has neither list. */
export const trustRoutes = ({ settings }: { settings: TenantSettings }) => {
  const isFound = eq(users.reviewsSearchEnabled, true)
  const none = { rows: [], total: 0, estimated: false }
  const shows = async ({ scope }: ReadContext) => (await settings.of(scope.tenantId)).SHOW_PARTNERS
  const those = (which: SQL) => async (asked: Asked, context: ReadContext) =>
    (await shows(context)) ? listCompanies(context.db, which, asked) : none

  return routes(trustApi, {
    xareview: those(isFound),
    countries: async (_: object, context: ReadContext) => ((await shows(context)) ? listCountries(context.db, isFound) : none),
    partners: those(eq(users.isPartner, true)),
  })
}
