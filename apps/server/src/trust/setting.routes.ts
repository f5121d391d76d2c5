import { contactPolicy } from '@tradewind/contract/crm/policies'
import type { Language } from '@tradewind/contract/kit/language'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { userPolicy } from '@tradewind/contract/platform/policies'
import type { ReviewType } from '@tradewind/contract/trust/review.words'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { pageOf } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { cleanMarkup, wordsOf } from '#kit/markup'
import { notifyNodes } from '#kit/notifyNodes'
import { audit, changesOf } from '#kit/record/audit'
import { rowFilter } from '#kit/record/entity'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { preferredLanguage } from '#services/language'
import { reviewAudience, reviewSettings } from '#trust/schema/review.table'
import { audienceOf, holdSetting, ownerOf, settingOf } from './owner.ts'
import { insidersAmong } from './review.queries.ts'
import { isShown } from './shown.queries.ts'
import { askedQuestions } from './survey.queries.ts'

type Found = Pick<typeof contacts.$inferSelect, 'uniqueId' | 'fullName' | 'email'>

/** These contacts. Throws 404 unless the actor may see all of them. */
const seen = async (ids: string[], { actor, tx }: WriteContext): Promise<Found[]> => {
  const reach = rowFilter(contactEntity, contactPolicy.see, actor)
  const { uniqueId, fullName, email, deletedAt } = contacts
  const found = await tx
    .select({ uniqueId, fullName, email })
    .from(contacts)
    .where(and(inArray(uniqueId, ids), isNull(deletedAt), reach === 'all' ? undefined : reach))
  if (found.length < ids.length) throw notFound(say('Contact not found'))
  return found
}

/** Throws if a contact has the owner's own address or one of the tenant's staff: nobody may review themselves. */
const refuseInsiders = async (found: Found[], { actor, tx }: WriteContext) => {
  const addresses = found.flatMap(({ email }) => email ?? [])
  const insiders = await insidersAmong(tx, actor.uniqueId, addresses)
  for (const { fullName, email } of found) {
    const insider = email && insiders.get(email.toLowerCase())
    if (insider === 'OWN_ADDRESS')
      throw invalid({ audiences: say('{name} has your own address, and you can’t review yourself', { name: fullName }) })
    if (insider)
      throw invalid({
        audiences: say('{name} has the address of a member of your staff, who can’t review you', { name: fullName }),
      })
  }
}

/** The maximum number of names in one audit entry; the count covers the rest. */
const NAMED = 100

/** Logs one audit entry for all added contacts: how many, and their names. */
const noteComing = async (names: string[], context: WriteContext) => {
  if (names.length === 0) return
  const { uniqueId, fullName } = context.actor
  const changes = { added: { before: null, after: names.length }, contacts: { before: null, after: names.slice(0, NAMED) } }
  await audit(context, { action: 'CHANGED', kind: 'reviewAudience', recordId: uniqueId, title: fullName, changes })
}

/** Adds contacts to the actor's audience: all or none. Returns how many were not in it before. */
const addToAudience = async (contactIds: readonly string[], context: WriteContext) => {
  const ids = [...new Set(contactIds)]
  if (ids.length === 0) return 0
  const found = await seen(ids, context)
  await refuseInsiders(found, context)
  const { rows } = await context.tx.execute<{ id: string }>(
    sql`insert into ${reviewAudience} (owner_id, contact_id) select ${context.actor.uniqueId}, unnest(${sql.param(ids)}::uuid[])
      on conflict do nothing returning contact_id as id`,
  )
  const added = new Set(rows.map(({ id }) => id))
  const names = found.filter(({ uniqueId }) => added.has(uniqueId)).map(({ fullName }) => fullName)
  await noteComing(names, context)
  return added.size
}

interface SavedFields {
  reviewType?: ReviewType | undefined
  reviewsSearchEnabled?: boolean | undefined
  audiences?: string[] | undefined
}

const NOBODY = say('Please select at least one contact for the audience list!')

/** A saved survey type cannot be changed: scores of different questions would not be comparable. */
const fixType = async (reviewType: ReviewType | undefined, before: ReviewType | null, { tx, actor }: WriteContext) => {
  if (!reviewType || reviewType === before) return
  if (before) throw conflict(say('Your survey type was saved before, and can’t be changed'))
  await tx
    .update(reviewSettings)
    .set({ reviewType, updatedAt: nextUpdatedAt(reviewSettings.updatedAt) })
    .where(eq(reviewSettings.ownerId, actor.uniqueId))
}

const letBeFound = async (reviewsSearchEnabled: boolean, { tx, actor, scope }: WriteContext) => {
  await tx
    .update(users)
    .set({ reviewsSearchEnabled, updatedAt: nextUpdatedAt(users.updatedAt) })
    .where(eq(users.uniqueId, actor.uniqueId))
  await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: actor.uniqueId })
}

/** Saves the survey type and whether the page can be found, and adds to the audience: all or nothing. */
const save = async ({ reviewType, reviewsSearchEnabled, audiences }: SavedFields, context: WriteContext) => {
  const { tx, actor } = context
  if (audiences?.length === 0 && !reviewType && reviewsSearchEnabled === undefined) throw invalid({ audiences: NOBODY }, NOBODY)
  await holdSetting(tx, actor.uniqueId)
  const before = (await settingOf(tx, actor.uniqueId))!
  await fixType(reviewType, before.reviewType, context)
  const changes = changesOf(before, { reviewType, reviewsSearchEnabled })
  if ('reviewsSearchEnabled' in changes) await letBeFound(reviewsSearchEnabled!, context)
  if (Object.keys(changes).length > 0)
    await audit(context, { action: 'CHANGED', kind: 'user', recordId: actor.uniqueId, title: actor.fullName, changes })
  const added = audiences?.length ? await addToAudience(audiences, context) : 0
  const { language: _, ...setting } = (await settingOf(tx, actor.uniqueId))!
  return { ...setting, audiences: await audienceOf(tx, actor.uniqueId), added }
}

/** A company's description: if its page is public, or for its owner. */
const description = async ({ uniqueId }: { uniqueId: string }, { db, actor }: ReadContext) => {
  const [found] = await db
    .select({ companyDescriptionMarkup: reviewSettings.companyDescription })
    .from(users)
    .leftJoin(reviewSettings, eq(reviewSettings.ownerId, users.uniqueId))
    .where(and(eq(users.uniqueId, uniqueId), actor.uniqueId === uniqueId ? undefined : isShown))
  if (!found) throw notFound(say('Company not found'))
  return { uniqueId, ...found }
}

const inWords = (markup: string | null) => markup && wordsOf(markup)

interface Given {
  uniqueId: string
  companyDescriptionMarkup: string
}

/** Saves the description of the actor's company, or of a user whom the actor administers. Markup without text is stored as null. */
const describe = async ({ uniqueId, companyDescriptionMarkup }: Given, context: WriteContext) => {
  const { tx, actor, scope } = context
  const owner = await ownerOf(tx, uniqueId)
  if (!owner || !can(actor, userPolicy.describe, owner)) throw notFound(say('Company not found'))
  const cleaned = cleanMarkup(companyDescriptionMarkup)
  const companyDescription = wordsOf(cleaned) === '' ? null : cleaned
  const before = (await holdSetting(tx, uniqueId)).companyDescription
  if (before === companyDescription) return { uniqueId, companyDescriptionMarkup: companyDescription }
  await tx
    .update(reviewSettings)
    .set({ companyDescription, updatedAt: nextUpdatedAt(reviewSettings.updatedAt) })
    .where(eq(reviewSettings.ownerId, uniqueId))
  const changes = changesOf({ companyDescription: inWords(before) }, { companyDescription: inWords(companyDescription) })
  await audit(context, { action: 'CHANGED', kind: 'user', recordId: uniqueId, title: fullNameOf(owner), changes })
  await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: uniqueId })
  return { uniqueId, companyDescriptionMarkup: companyDescription }
}

const get = async (_: object, { db, actor }: ReadContext) => {
  const [setting, audiences] = await Promise.all([settingOf(db, actor.uniqueId), audienceOf(db, actor.uniqueId)])
  return setting ? { reviewType: setting.reviewType, reviewsSearchEnabled: setting.reviewsSearchEnabled, audiences } : null
}

/** In the language that the actor has chosen, else the browser's, else the tenant's. */
const questionsIn =
  (settings: TenantSettings) =>
  async (_: object, { db, actor, scope, accepted = '' }: ReadContext) => {
    const setting = await settingOf(db, actor.uniqueId)
    if (!setting?.reviewType) return pageOf([], {})
    const tenants = async () => (await settings.of(scope.tenantId)).DEFAULT_LANGUAGE as Language
    const language = setting.language ?? preferredLanguage(accepted) ?? (await tenants())
    return pageOf(await askedQuestions(db, setting.reviewType, language), {})
  }

export const reviewSettingRoutes = ({ settings }: { settings: TenantSettings }) =>
  routes(reviewSettingApi, { get, save, questions: questionsIn(settings), description, describe })
