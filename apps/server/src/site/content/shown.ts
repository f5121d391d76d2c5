import { can } from '@tradewind/contract/kit/policy'
import { opens } from '@tradewind/contract/plan'
import type { Actor } from '@tradewind/contract/roles'
import { embedOf } from '@tradewind/contract/site/contentLink'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { and, inArray, isNull } from 'drizzle-orm'
import { type ReadContext, readerOf, together, type WriteContext } from '#kit/http/context'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { Tenants } from '#platform/tenant/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { type Content, contentPictures } from '#site/schema/content.table'
import { firstOf, versionsOf } from './translations.ts'

export interface Needs {
  tenants: Tenants
  settings: TenantSettings
}
type Context = ReadContext | WriteContext

/** Whoever writes it sees all of it, at any time. */
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

/** The pictures on the cards of what everybody may read. */
const picturesOf = async (rows: readonly Content[], context: Context) => {
  const ids = rows.flatMap(({ access, pictureId }) => (access === 'FREE' && pictureId) || [])
  if (ids.length === 0) return new Map<string, typeof contentPictures.$inferSelect>()
  const found = await readerOf(context).select().from(contentPictures).where(inArray(contentPictures.uniqueId, ids))
  return new Map(found.map((picture) => [picture.uniqueId, picture]))
}

/** What a piece of content holds, where who asks may open it. It leaves the server nowhere else. */
const heldBy = ({ contentType, content, seoText }: Content, isOpen: boolean, withBodies: boolean) => {
  const isText = contentType === 'TEXT'
  const embed = isOpen && !isText ? (embedOf(content) ?? null) : null
  if (!isOpen || !withBodies) return { content: null, seoText: null, embed, isOpen }
  return { content, seoText: isText ? null : seoText, embed, isOpen }
}

/** What everybody may know of it. */
const outlineOf = (row: Content) => {
  const { uniqueId, title, slug, excerpt, contentType, category, articleTypes, isPaidContent, minutes, status } = row
  const { dateCreated, updatedAt, shownFrom, language } = row
  const what = { uniqueId, title, slug, excerpt, contentType, category, articleTypes, isPaidContent, minutes, status }
  return { ...what, language, dateCreated, updatedAt, shownFrom }
}

/** The calendar day of a moment in a time zone. */
const daysIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (instant: string) => format.format(Date.parse(instant))
}

/** Rows as who asks may have them: without `withBodies` none has a body, and bodies that are not open none has. */
const shownRows = async ({ tenants, settings }: Needs, rows: readonly Content[], withBodies: boolean, context: Context) => {
  const { tenantId } = context.scope
  const [[writers, pictures], tenant, { TIME_ZONE }] = await Promise.all([
    together(
      () => writersOf(rows, context),
      () => picturesOf(rows, context),
    ),
    tenants.byId(tenantId),
    settings.of(tenantId),
  ])
  const dayOf = daysIn(TIME_ZONE || 'UTC')
  return rows.map((row) => {
    const { name = null, brand = null } = writers.get(row.createdBy ?? '') ?? {}
    const shown = {
      ...outlineOf(row),
      ...heldBy(row, opens(context.actor, row.access), withBodies),
      picture: pictures.get(row.pictureId ?? '') ?? null,
      userCompanyName: brand ?? tenant!.fullName,
      dateCreatedLocal: dayOf(row.shownFrom ?? row.dateCreated),
    }
    return { shown, createdByName: name }
  })
}

/** As everybody has it. */
export const asContent = async (needs: Needs, rows: readonly Content[], context: Context, withBodies = true) =>
  (await shownRows(needs, rows, withBodies, context)).map(({ shown }) => shown)

/** As its writers have it. */
export const asStaffContent = async (needs: Needs, rows: readonly Content[], context: Context, withBodies = true) => {
  const [shownAll, versions] = await together(
    () => shownRows(needs, rows, withBodies, context),
    () => versionsOf(rows, context),
  )
  return shownAll.map(({ shown, createdByName }, at) => {
    const { uniqueId, createdBy, publishAt, reviewNote, translationOf: first } = rows[at]!
    const translations = (versions.get(firstOf(rows[at]!)) ?? []).filter((one) => one.uniqueId !== uniqueId)
    const named = translations.find((one) => one.uniqueId === first) ?? translations[0]
    const translationOf = (first && named) || null
    return { ...shown, createdBy, createdByName, publishAt, reviewNote, translationOf, translations }
  })
}
