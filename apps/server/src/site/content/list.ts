import { type Access, opens } from '@tradewind/contract/plan'
import type { Actor } from '@tradewind/contract/roles'
import type { contentApi } from '@tradewind/contract/site/content.contract'
import { and, arrayContains, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { contains, each, fieldsOf, listAll, listPage, plain } from '#kit/database/list'
import type { ReadContext } from '#kit/http/context'
import { type Content, contentEntity, contents } from '#site/schema/content.table'
import { asContent, asStaffContent, isWriter, type Needs } from './shown.ts'
import { oneOfEach } from './translations.ts'

type Asked = z.output<typeof contentApi.list.input>
type Where = SQL | undefined

const MOST = 500

/** What everybody sees: published, and its time has come. */
export const isShown = () => sql`${contents.status} = 'PUBLISHED' and ${contents.shownFrom} <= now()`

/** The words of a body that is not free are looked through for those alone who may open it: else one could guess it letter by letter. */
const inPaidText = (text: string, actor: Actor): Where => {
  const open = (['PAID', 'TRAINING'] satisfies Access[]).filter((access) => opens(actor, access))
  if (open.length === 0) return undefined
  const needle = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return and(sql`${contents.paidText} like ${needle}`, inArray(contents.access, open))
}

const holds = (q = '', actor: Actor): Where => {
  const text = plain(q.trim())
  return text ? or(contains(contents, q), inPaidText(text, actor)) : undefined
}

const hasMedia = (media: boolean) =>
  media ? inArray(contents.contentType, ['AUDIO', 'VIDEO']) : eq(contents.contentType, 'TEXT')

/** What the asker's status filter lets through: of writers any, of everybody else what is shown. */
const inStatus = ({ status }: Asked, isAskedByWriter: boolean): Where => {
  if (!isAskedByWriter || !status) return isShown()
  return status === 'ALL' ? undefined : eq(contents.status, status)
}

const conditions = (asked: Asked, isAskedByWriter: boolean, actor: Actor): Where[] => {
  const { contentType, category, articleType, subscription, media, q } = asked
  return [
    inStatus(asked, isAskedByWriter),
    contentType && eq(contents.contentType, contentType),
    category && eq(contents.category, category),
    articleType && arrayContains(contents.articleTypes, [articleType]),
    subscription && eq(contents.access, subscription),
    media === undefined ? undefined : hasMedia(media),
    holds(q, actor),
  ]
}

/** The page that was asked for; a visitor who asks for none gets as many as one may ask for. */
const pageOf = ({ page, size, sort }: Asked, standard: string) => {
  const isWhole = page === undefined && size === undefined
  return { page: page ?? 0, size: size ?? (isWhole ? MOST : 20), sort: sort ?? standard, isWhole }
}

const read = (raw: Record<string, unknown>) => fieldsOf(contents).read(raw) as Content

/** A page; for writers who ask for none the whole list, streamed. */
export const list = (needs: Needs) => async (asked: Asked, context: ReadContext) => {
  const isAskedByWriter = isWriter(context.actor)
  const isOfStaff = isAskedByWriter && asked.status !== undefined
  const as = isOfStaff ? asStaffContent : asContent
  const show = (rows: Content[]) => as(needs, rows, context, asked.bodies ?? true)
  const { isWhole, ...paging } = pageOf(asked, isOfStaff ? '-dateCreated' : '-shownFrom')
  const met = conditions(asked, isAskedByWriter, context.actor)
  const filters = asked.reader ? [oneOfEach(asked.reader, context.scope, ...met)] : met
  if (isWhole && isOfStaff) {
    const all = listAll(contentEntity, paging.sort, context.scope, 'all', ...filters)
    return { stream: each(context.stream<Record<string, unknown>>(all), (rows) => show(rows.map(read))) }
  }
  const found = await listPage(context.db, contentEntity, paging, 'all', ...filters)
  return { ...found, rows: await show(found.rows) }
}
