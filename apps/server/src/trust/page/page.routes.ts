import { say } from '@tradewind/contract/kit/say'
import { MAX_STARS, type ReviewType } from '@tradewind/contract/trust/review.constants'
import type { PartnerCard } from '@tradewind/contract/trust/review.schemas'
import { reviewLinkApi } from '@tradewind/contract/trust/reviewLink.contract'
import { type PublicRemark, reviewPageApi, trustApi } from '@tradewind/contract/trust/reviewPage.contract'
import { and, eq, isNotNull, type SQL, sql, asc, desc } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import type { Reader } from '#kit/database/database'
import { DEFAULT_PAGE_SIZE, liveRows, type Paging, searchContains, pageOf } from '#kit/database/list'
import type { Scope } from '#kit/database/scoped'
import { nextUpdatedAt } from '#kit/database/table'
import { todayIn } from '#kit/days'
import { conflict, notFound } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audit, changesOf } from '#kit/record/audit'
import { users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { lockSetting, notifyOfOwnReviews } from '../owner.ts'
import { hasPublicPage, initialOf, requireVisibleOwner } from '../publicPage.queries.ts'
import { reviewSettings, trustScores, reviewLinks } from '../schema/review.table.ts'
import { yearStart } from './calculation.ts'
import { findMetAddresses } from './met.queries.ts'
import { countRemarks, countStars, listPublicRemarks, type PublicRow, type Stars } from './public.queries.ts'
import { visitorCalls } from './visitor.ts'

/** The default number of remarks on a page. */
const DEFAULT_SIZE = 10

const sum = (rows: readonly Stars[], field: 'answers' | 'scoreSum' | 'lately' | 'latelySum') =>
  rows.reduce((total, row) => total + row[field], 0)
const meanOf = (answers: number, total: number) => ({ answers, score: answers > 0 ? total / answers : null })

const remarkOf = (row: PublicRow, metAddresses: ReadonlySet<string>): PublicRemark => {
  const { uniqueId, date, firstName, lastName, score, remark, ownerReply, supersededBy, viaLink, emailAddress } = row
  const contact = { firstName, lastName: `${initialOf(lastName)}.` }
  const marks = { isEarlier: supersededBy !== null, viaLink, met: metAddresses.has(emailAddress.toLowerCase()) }
  return { uniqueId, date, contact, score: Number(score), remark, ownerReply, ...marks }
}

interface Needs {
  settings: TenantSettings
}

/** Reads the owner's partition through the reader of the call. */
const readerFor = ({ db }: { db: Reader }) => ({ as: (scope: Scope) => db.in(scope) })

/** The public contents of a company's page: figures, and every public remark. */
export const reviewPageRoutes = ({ settings }: Needs) =>
  routes(reviewPageApi, {
    score: async ({ uniqueId }, context: ReadContext) => {
      const owner = await requireVisibleOwner(context.db, uniqueId, context)
      const { TIME_ZONE, SHOW_ALL_REMARKS } = await settings.of(context.scope.tenantId)
      const to = todayIn(TIME_ZONE)
      const from = yearStart(to)
      const [rows, { total, testimonials, removed }] = await Promise.all([
        countStars(readerFor(context), owner, from),
        countRemarks(readerFor(context), owner),
      ])
      return {
        allTime: meanOf(sum(rows, 'answers'), sum(rows, 'scoreSum')),
        last12Months: { from, to, ...meanOf(sum(rows, 'lately'), sum(rows, 'latelySum')) },
        stars: Array.from({ length: MAX_STARS }, (_, at) => {
          const row = rows.find(({ stars }) => stars === MAX_STARS - at)
          return { stars: MAX_STARS - at, allTime: row?.answers ?? 0, last12Months: row?.lately ?? 0 }
        }),
        remarks: { shown: SHOW_ALL_REMARKS ? total : 0, notShown: SHOW_ALL_REMARKS ? 0 : total - testimonials, removed },
      }
    },

    remarks: async ({ uniqueId, page = 0, size = DEFAULT_SIZE, sort }: Paging & { uniqueId: string }, context: ReadContext) => {
      const owner = await requireVisibleOwner(context.db, uniqueId, context)
      const { SHOW_ALL_REMARKS } = await settings.of(context.scope.tenantId)
      if (!SHOW_ALL_REMARKS) return { rows: [], total: 0, estimated: false }
      const paging = { page, size, isOldestFirst: sort === 'dateCreated' }
      const db = readerFor(context)
      const [rows, { total }] = await Promise.all([listPublicRemarks(db, owner, paging), countRemarks(db, owner)])
      const addresses = rows.map(({ emailAddress }) => emailAddress)
      const metAddresses = await findMetAddresses(db, { tenantId: owner.tenantId, ownerId: owner.uniqueId }, addresses)
      return { rows: rows.map((row) => remarkOf(row, metAddresses)), total, estimated: false }
    },
  })

/** The query of a list of companies. */
interface CompanyQuery extends Paging {
  companyName?: string | undefined
  q?: string | undefined
  industry?: ReviewType | undefined
  /** ISO code. */
  country?: string | undefined
}

/** The line of a user's search text that holds the company's name, folded. */
const NAME_LINE = 3

const sorts = {
  companyName: sql`split_part(${users.searchText}, E'\n', ${sql.raw(String(NAME_LINE))})`,
  score: sql`coalesce(${trustScores.score}, 0)`,
  totalReviews: sql`coalesce(${trustScores.answers}, 0)`,
}

/** Users from the live view, where the index of the search text is usable. */
const userSource = ({ scope }: Reader) =>
  sql`${liveRows(users, scope)}
    left join ${trustScores} on ${eq(trustScores.ownerId, users.uniqueId)}`

const sortColumn = (sort: string) => sorts[sort.replace('-', '') as keyof typeof sorts]

/** Whether the company's survey is of this type. */
const hasSurveyType = (industry: ReviewType | undefined) =>
  industry &&
  sql`exists (select from ${reviewSettings} where ${eq(reviewSettings.ownerId, users.uniqueId)}
    and ${eq(reviewSettings.reviewType, industry)})`

const isInCountry = (country: string | undefined) => (country ? eq(users.userCompanyCountry, country) : undefined)

const cardQuery = (db: Reader, which: SQL, { companyName, q, industry, country, sort = 'companyName' }: CompanyQuery) => sql`
  select ${users.uniqueId} as "companyId", ${users.userCompanyName} as "companyName",
    ${users.userCompanyCountry} as country, ${users.brandLogoUID} as "brandLogoUID",
    ${users.isPartner} as "isPartner", ${sorts.score}::float8 as score, ${sorts.totalReviews} as answers, ${sortColumn(sort)} as key
  from ${userSource(db)}
  where ${and(hasPublicPage, which, searchContains(users, companyName, NAME_LINE), searchContains(users, q, NAME_LINE), hasSurveyType(industry), isInCountry(country))}`

/** The countries of the public companies that meet the condition, as ISO codes. */
const listCountries = async (db: Reader, which: SQL) => {
  const isListed = and(hasPublicPage, which, isNotNull(users.userCompanyCountry))
  const { rows } = await db.execute<{ country: string }>(
    sql`select distinct ${users.userCompanyCountry} as country from ${liveRows(users, db.scope)} where ${isListed} order by country`,
  )
  return { rows: rows.map(({ country }) => country), total: rows.length, estimated: false }
}

type Card = Omit<PartnerCard, 'scoreBreakdown'> & { answers: number }
type Row = { total: number } & (Card | { companyId: null })

/** A page of the public companies that meet the condition, or all if no page is requested, and the total, in one round trip. */
const listCompanies = async (db: Reader, which: SQL, query: CompanyQuery) => {
  const { page = 0, size = DEFAULT_PAGE_SIZE, sort = '' } = query
  const isUnpaged = query.page === undefined && query.size === undefined
  const pageClause = isUnpaged ? sql`` : sql`limit ${size} offset ${page * size}`
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
  const order = sql`order by key ${direction}, "companyId" ${direction}`
  const { rows } = await db.execute<Row & Record<string, unknown>>(
    sql`with card as materialized (${cardQuery(db, which, query)})
      select * from (select count(*)::int as total from card) counted
      left join (select * from card ${order} ${pageClause}) paged on true ${order}`,
  )
  const cards = rows.filter((row): row is Row & Card & Record<string, unknown> => row.companyId !== null)
  return { rows: cards.map(cardOf), total: rows[0]!.total, estimated: false }
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

/** Companies that chose to be found, and partners. Both lists are empty if the tenant shows no partners. */
export const trustRoutes = ({ settings }: { settings: TenantSettings }) => {
  const isSearchable = eq(users.reviewsSearchEnabled, true)
  const emptyPage = { rows: [], total: 0, estimated: false }
  const showsPartners = async ({ scope }: ReadContext) => (await settings.of(scope.tenantId)).SHOW_PARTNERS
  const companyList = (which: SQL) => async (query: CompanyQuery, context: ReadContext) =>
    (await showsPartners(context)) ? listCompanies(context.db, which, query) : emptyPage

  return routes(trustApi, {
    xareview: companyList(isSearchable),
    countries: async (_: object, context: ReadContext) =>
      (await showsPartners(context)) ? listCountries(context.db, isSearchable) : emptyPage,
    partners: companyList(eq(users.isPartner, true)),
  })
}

/** The maximum number of short links of a user. */
const MAX_LINKS = 100

/** Without letters and digits that look alike on paper. */
const CODE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 8
const newCode = () => Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('')

const list = async ({ page, size, sort }: Paging, { db, actor }: ReadContext) => {
  const { dateCreated, uniqueId, ownerId } = reviewLinks
  const order = sort === 'dateCreated' ? asc : desc
  const rows = await db.select().from(reviewLinks).where(eq(ownerId, actor.uniqueId)).orderBy(order(dateCreated), order(uniqueId))
  return pageOf(rows, { page, size })
}

const isOwnLink = (uniqueId: string, ownerId: string) => and(eq(reviewLinks.uniqueId, uniqueId), eq(reviewLinks.ownerId, ownerId))
const NOT_FOUND = say('Short link not found')

const get = async ({ uniqueId }: { uniqueId: string }, { db, actor }: ReadContext) => {
  const [link] = await db.select().from(reviewLinks).where(isOwnLink(uniqueId, actor.uniqueId))
  if (!link) throw notFound(NOT_FOUND)
  return link
}

const create = async ({ name }: { name: string }, context: WriteContext) => {
  const { tx, actor } = context
  await lockSetting(tx, actor.uniqueId) // serializes creation, so that the limit holds
  if ((await tx.$count(reviewLinks, eq(reviewLinks.ownerId, actor.uniqueId))) >= MAX_LINKS)
    throw conflict(say('You can have {count} short links at most', { count: MAX_LINKS }))
  const [link] = await tx
    .insert(reviewLinks)
    .values({ ownerId: actor.uniqueId, createdBy: actor.uniqueId, name, code: newCode() })
    .returning()
  notifyOfOwnReviews(context)
  await audit(context, { action: 'CREATED', kind: 'reviewLink', recordId: link!.uniqueId, title: name })
  return link!
}

interface Change {
  uniqueId: string
  name?: string | undefined
  isActive?: boolean | undefined
}

const updateLink = async ({ uniqueId, ...given }: Change, context: WriteContext) => {
  const { tx, actor } = context
  const [before] = await tx.select().from(reviewLinks).where(isOwnLink(uniqueId, actor.uniqueId)).for('update')
  if (!before) throw notFound(NOT_FOUND)
  const changes = changesOf(before, given)
  if (Object.keys(changes).length === 0) return before
  const [link] = await tx
    .update(reviewLinks)
    .set({ ...given, updatedAt: nextUpdatedAt(reviewLinks.updatedAt) })
    .where(eq(reviewLinks.uniqueId, uniqueId))
    .returning()
  notifyOfOwnReviews(context)
  await audit(context, { action: 'CHANGED', kind: 'reviewLink', recordId: uniqueId, title: link!.name, changes })
  return link!
}

/** Short links to the actor's survey, and answering by one. */
export const reviewLinkRoutes = (needs: Parameters<typeof visitorCalls>[0]) =>
  routes(reviewLinkApi, { list, get, create, change: updateLink, ...visitorCalls(needs) })
