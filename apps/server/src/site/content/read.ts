import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { type Access, canOpen } from '@tradewind/contract/plan'
import type { Actor } from '@tradewind/contract/roles'
import type { contentApi } from '@tradewind/contract/site/content.contract'
import { embedOf } from '@tradewind/contract/site/contentLink'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { and, arrayContains, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { DEFAULT_PAGE_SIZE, normalizeText } from '#kit/database/list'
import { listTable } from '#kit/database/rows'
import { invalid } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { compileConditionsOf } from '#kit/record/conditions'
import { searchContainsWords } from '#kit/record/ranked'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { type Content, contentEntity, contentPictures, contents } from '#site/schema/content.table'
import { onePerArticle, originalIdOf, versionsOf } from './translations.ts'

export interface Needs {
  tenants: Tenants
  settings: TenantSettings
}
type Context = ReadContext | WriteContext

/** A writer sees all content at any time. */
export const isWriter = (actor: Actor) => can(actor, contentPolicy.see)

const writersOf = async (rows: readonly Content[], context: Context) => {
  const ids = [...new Set(rows.flatMap(({ createdBy }) => createdBy ?? []))]
  if (ids.length === 0) return new Map<string, { name: string; brand: string | null }>()
  const found = await readerOf(context)
    .select()
    .from(users)
    .where(and(inArray(users.uniqueId, ids), isNull(users.deletedAt)))
  return new Map(found.map((user) => [user.uniqueId, { name: fullNameOf(user), brand: user.userCompanyName }]))
}

/** The pictures on the cards of free content. */
const picturesOf = async (rows: readonly Content[], context: Context) => {
  const ids = rows.flatMap(({ access, pictureId }) => (access === 'FREE' && pictureId) || [])
  if (ids.length === 0) return new Map<string, typeof contentPictures.$inferSelect>()
  const found = await readerOf(context).select().from(contentPictures).where(inArray(contentPictures.uniqueId, ids))
  return new Map(found.map((picture) => [picture.uniqueId, picture]))
}

/** The body of a content item, if the actor may open it. No other function sends bodies to clients. */
const bodyFor = ({ contentType, content, seoText }: Content, isOpen: boolean, withBodies: boolean) => {
  const isText = contentType === 'TEXT'
  const embed = isOpen && !isText ? (embedOf(content) ?? null) : null
  if (!isOpen || !withBodies) return { content: null, seoText: null, embed, isOpen }
  return { content, seoText: isText ? null : seoText, embed, isOpen }
}

/** The fields that everybody may see. */
const outlineOf = (row: Content) => {
  const { uniqueId, title, slug, excerpt, contentType, category, articleTypes, isPaidContent, minutes, status } = row
  const { dateCreated, updatedAt, shownFrom, language } = row
  const what = { uniqueId, title, slug, excerpt, contentType, category, articleTypes, isPaidContent, minutes, status }
  return { ...what, language, dateCreated, updatedAt, shownFrom }
}

/** Formats instants as calendar days in a time zone. */
const dayFormatter = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (instant: string) => format.format(Date.parse(instant))
}

/** Rows as the actor may see them: bodies only with `withBodies`, and only those that the actor may open. */
const loadContent = async ({ tenants, settings }: Needs, rows: readonly Content[], withBodies: boolean, context: Context) => {
  const { tenantId } = context.scope
  const [writers, pictures, tenant, { TIME_ZONE }] = await Promise.all([
    writersOf(rows, context),
    picturesOf(rows, context),
    tenants.byId(tenantId),
    settings.of(tenantId),
  ])
  const dayOf = dayFormatter(TIME_ZONE || 'UTC')
  return rows.map((row) => {
    const { name = null, brand = null } = writers.get(row.createdBy ?? '') ?? {}
    const reply = {
      ...outlineOf(row),
      ...bodyFor(row, canOpen(context.actor, row.access), withBodies),
      picture: pictures.get(row.pictureId ?? '') ?? null,
      userCompanyName: brand ?? tenant!.fullName,
      dateCreatedLocal: dayOf(row.shownFrom ?? row.dateCreated),
    }
    return { shown: reply, createdByName: name }
  })
}

/** Content as returned to everybody. */
export const toContent = async (needs: Needs, rows: readonly Content[], context: Context, withBodies = true) =>
  (await loadContent(needs, rows, withBodies, context)).map(({ shown }) => shown)

/** Content as returned to writers. */
export const toStaffContent = async (needs: Needs, rows: readonly Content[], context: Context, withBodies = true) => {
  const [shownAll, versions] = await Promise.all([loadContent(needs, rows, withBodies, context), versionsOf(rows, context)])
  return shownAll.map(({ shown, createdByName }, at) => {
    const { uniqueId, createdBy, publishAt, reviewNote, translationOf: originalId } = rows[at]!
    const translations = (versions.get(originalIdOf(rows[at]!)) ?? []).filter((one) => one.uniqueId !== uniqueId)
    const linkedVersion = translations.find((one) => one.uniqueId === originalId) ?? translations[0]
    const translationOf = (originalId && linkedVersion) || null
    return { ...shown, createdBy, createdByName, publishAt, reviewNote, translationOf, translations }
  })
}

type ContentQuery = z.output<typeof contentApi.list.input>
type Where = SQL | undefined

const MAX_ROWS = 500

/** What everybody sees: published, and its publish time has been reached. */
export const isShown = () => sql`${contents.status} = 'PUBLISHED' and ${contents.shownFrom} <= now()`

/** Searches the words of paid bodies only for users who may open them: otherwise anybody could guess the words letter by letter. */
const matchesPaidText = (text: string, actor: Actor): Where => {
  const open = (['PAID', 'TRAINING'] satisfies Access[]).filter((access) => canOpen(actor, access))
  if (open.length === 0) return undefined
  return and(searchContainsWords({ searchText: contents.paidText }, text), inArray(contents.access, open))
}

const matchesSearch = (q = '', actor: Actor): Where => {
  const text = normalizeText(q.trim())
  return text ? or(searchContainsWords(contents, q), matchesPaidText(text, actor)) : undefined
}

const hasMedia = (media: boolean) =>
  media ? inArray(contents.contentType, ['AUDIO', 'VIDEO']) : eq(contents.contentType, 'TEXT')

/** The status filter: writers may use any status, everybody else gets what is shown. */
const inStatus = ({ status }: ContentQuery, isAskedByWriter: boolean): Where => {
  if (!isAskedByWriter || !status) return isShown()
  return status === 'ALL' ? undefined : eq(contents.status, status)
}

const conditions = (query: ContentQuery, isAskedByWriter: boolean, actor: Actor): Where[] => {
  const { contentType, category, articleType, subscription, media, q } = query
  return [
    inStatus(query, isAskedByWriter),
    contentType && eq(contents.contentType, contentType),
    category && eq(contents.category, category),
    articleType && arrayContains(contents.articleTypes, [articleType]),
    subscription && eq(contents.access, subscription),
    media === undefined ? undefined : hasMedia(media),
    matchesSearch(q, actor),
  ]
}

/** Rejects conditions of everybody but writers: what matches would reveal fields that only writers see. */
const assertMayUseConditions = (query: ContentQuery, isAskedByWriter: boolean) => {
  if (isAskedByWriter) return
  for (const name of ['where', 'any'] as const) {
    const [condition] = query[name] ?? []
    if (condition) throw invalid({ [name]: say('There is no filter “{name}” here', { name: condition.field }) })
  }
}

/** The requested page; without paging parameters as many rows as a request may have. */
const pageOf = ({ page, size, sort }: ContentQuery, standard: string) => {
  const isWhole = page === undefined && size === undefined
  return { page: page ?? 0, size: size ?? (isWhole ? MAX_ROWS : DEFAULT_PAGE_SIZE), sort: sort ?? standard, isWhole }
}

/** A page; the whole list, streamed, for writers who request no page. */
export const list = (needs: Needs) => async (query: ContentQuery, context: ReadContext) => {
  const isAskedByWriter = isWriter(context.actor)
  const isOfStaff = isAskedByWriter && query.status !== undefined
  const toRows = isOfStaff ? toStaffContent : toContent
  const show = (rows: Content[]) => toRows(needs, rows, context, query.bodies ?? true)
  const { isWhole, ...paging } = pageOf(query, isOfStaff ? '-dateCreated' : '-shownFrom')
  assertMayUseConditions(query, isAskedByWriter)
  const filterConditions = [
    ...conditions(query, isAskedByWriter, context.actor),
    ...compileConditionsOf(contentEntity, query, context),
  ]
  const filters = query.reader ? [onePerArticle(query.reader, context.scope, ...filterConditions)] : filterConditions
  return listTable(contentEntity, isWhole && isOfStaff ? { sort: paging.sort } : paging, context, ['all', ...filters], show)
}
