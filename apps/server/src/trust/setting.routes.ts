import { contactPolicy } from '@tradewind/contract/crm/policies'
import type { Language } from '@tradewind/contract/kit/language'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { userPolicy } from '@tradewind/contract/platform/policies'
import type { ReviewType } from '@tradewind/contract/trust/review.constants'
import { reviewSettingApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { pageOf } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { sanitizeMarkup, toPlainText } from '#kit/markup'
import { notifyNodes } from '#kit/notifyNodes'
import { audit, changesOf } from '#kit/record/audit'
import { rowCondition } from '#kit/record/entity'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { preferredLanguage } from '#services/language'
import { reviewAudience, reviewSettings } from '#trust/schema/review.table'
import { restoreRefusals } from './campaign/refusals.ts'
import { audienceOf, lockSetting, notifyOfOwnReviews, ownerOf, settingOf } from './owner.ts'
import { hasPublicPage } from './publicPage.queries.ts'
import { findInsiders, type HashAddress } from './review.queries.ts'
import { currentQuestionsOf } from './survey.queries.ts'

type VisibleContact = Pick<typeof contacts.$inferSelect, 'uniqueId' | 'fullName' | 'email'>

/** These contacts. Throws 404 unless the actor may see all of them. */
const requireVisible = async (ids: string[], { actor, tx }: WriteContext): Promise<VisibleContact[]> => {
  const allowed = rowCondition(contactEntity, contactPolicy.see, actor)
  const { uniqueId, fullName, email, deletedAt } = contacts
  const found = await tx
    .select({ uniqueId, fullName, email })
    .from(contacts)
    .where(and(inArray(uniqueId, ids), isNull(deletedAt), allowed))
  if (found.length < ids.length) throw notFound(say('Contact not found'))
  return found
}

/** Throws if a contact has the owner's own address or one of the tenant's staff: nobody may review themselves. */
const rejectInsiders = async (found: VisibleContact[], { actor, tx }: WriteContext) => {
  const addresses = found.flatMap(({ email }) => email ?? [])
  const insiders = await findInsiders(tx, actor.uniqueId, addresses)
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
const MAX_NAMES = 100

/** Logs one audit entry for all added contacts: how many, and their names. */
const logAdded = async (names: string[], context: WriteContext) => {
  if (names.length === 0) return
  const { uniqueId, fullName } = context.actor
  const changes = { added: { before: null, after: names.length }, contacts: { before: null, after: names.slice(0, MAX_NAMES) } }
  await audit(context, { action: 'CHANGED', kind: 'reviewAudience', recordId: uniqueId, title: fullName, changes })
}

interface Needs {
  settings: TenantSettings
  hashAddress: HashAddress
}

/** Adds contacts to the actor's audience: all or none. Returns how many were not in it before. */
const addToAudience = async (needs: Needs, contactIds: readonly string[], context: WriteContext) => {
  const ids = [...new Set(contactIds)]
  if (ids.length === 0) return 0
  const found = await requireVisible(ids, context)
  await rejectInsiders(found, context)
  const addresses = found.map(({ email }) => email)
  await restoreRefusals(needs, context.tx, context.actor, addresses)
  const { rows } = await context.tx.execute<{ id: string }>(
    sql`insert into ${reviewAudience} (owner_id, contact_id) select ${context.actor.uniqueId}, unnest(${sql.param(ids)}::uuid[])
      on conflict do nothing returning contact_id as id`,
  )
  const added = new Set(rows.map(({ id }) => id))
  const names = found.filter(({ uniqueId }) => added.has(uniqueId)).map(({ fullName }) => fullName)
  await logAdded(names, context)
  return added.size
}

interface SavedFields {
  reviewType?: ReviewType | undefined
  reviewsSearchEnabled?: boolean | undefined
  audiences?: string[] | undefined
}

const NO_CONTACTS = say('Please select at least one contact for the audience list!')

/** A saved survey type cannot be changed: scores of different questions would not be comparable. */
const saveReviewType = async (reviewType: ReviewType | undefined, before: ReviewType | null, { tx, actor }: WriteContext) => {
  if (!reviewType || reviewType === before) return
  if (before) throw conflict(say('Your survey type was saved before, and can’t be changed'))
  await tx
    .update(reviewSettings)
    .set({ reviewType, updatedAt: nextUpdatedAt(reviewSettings.updatedAt) })
    .where(eq(reviewSettings.ownerId, actor.uniqueId))
}

const saveSearchVisibility = async (reviewsSearchEnabled: boolean, { tx, actor, scope }: WriteContext) => {
  await tx
    .update(users)
    .set({ reviewsSearchEnabled, updatedAt: nextUpdatedAt(users.updatedAt) })
    .where(eq(users.uniqueId, actor.uniqueId))
  await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: actor.uniqueId })
}

/** Saves the survey type and whether the page can be found, and adds to the audience: all or nothing. */
const save = async (needs: Needs, { reviewType, reviewsSearchEnabled, audiences }: SavedFields, context: WriteContext) => {
  const { tx, actor } = context
  if (audiences?.length === 0 && !reviewType && reviewsSearchEnabled === undefined)
    throw invalid({ audiences: NO_CONTACTS }, NO_CONTACTS)
  await lockSetting(tx, actor.uniqueId)
  const before = (await settingOf(tx, actor.uniqueId))!
  await saveReviewType(reviewType, before.reviewType, context)
  const changes = changesOf(before, { reviewType, reviewsSearchEnabled })
  if ('reviewsSearchEnabled' in changes) await saveSearchVisibility(reviewsSearchEnabled!, context)
  if (Object.keys(changes).length > 0)
    await audit(context, { action: 'CHANGED', kind: 'user', recordId: actor.uniqueId, title: actor.fullName, changes })
  const added = audiences?.length ? await addToAudience(needs, audiences, context) : 0
  notifyOfOwnReviews(context)
  const { language: _, ...setting } = (await settingOf(tx, actor.uniqueId))!
  return { ...setting, audiences: await audienceOf(tx, actor.uniqueId), added }
}

/** A company's description: if its page is public, or for its owner. */
const getDescription = async ({ uniqueId }: { uniqueId: string }, { db, actor }: ReadContext) => {
  const [found] = await db
    .select({ companyDescriptionMarkup: reviewSettings.companyDescription })
    .from(users)
    .leftJoin(reviewSettings, eq(reviewSettings.ownerId, users.uniqueId))
    .where(and(eq(users.uniqueId, uniqueId), actor.uniqueId === uniqueId ? undefined : hasPublicPage))
  if (!found) throw notFound(say('Company not found'))
  return { uniqueId, ...found }
}

const plainTextOrNull = (markup: string | null) => markup && toPlainText(markup)

interface DescriptionInput {
  uniqueId: string
  companyDescriptionMarkup: string
}

/** Saves the description of the actor's company, or of a user whom the actor administers. Markup without text is stored as null. */
const saveDescription = async ({ uniqueId, companyDescriptionMarkup }: DescriptionInput, context: WriteContext) => {
  const { tx, actor, scope } = context
  const owner = await ownerOf(tx, uniqueId)
  if (!owner || !can(actor, userPolicy.describe, owner)) throw notFound(say('Company not found'))
  const cleaned = sanitizeMarkup(companyDescriptionMarkup)
  const companyDescription = toPlainText(cleaned) === '' ? null : cleaned
  const before = (await lockSetting(tx, uniqueId)).companyDescription
  if (before === companyDescription) return { uniqueId, companyDescriptionMarkup: companyDescription }
  await tx
    .update(reviewSettings)
    .set({ companyDescription, updatedAt: nextUpdatedAt(reviewSettings.updatedAt) })
    .where(eq(reviewSettings.ownerId, uniqueId))
  const changes = changesOf(
    { companyDescription: plainTextOrNull(before) },
    { companyDescription: plainTextOrNull(companyDescription) },
  )
  await audit(context, { action: 'CHANGED', kind: 'user', recordId: uniqueId, title: fullNameOf(owner), changes })
  await notifyNodes(tx, { topic: 'trust', tenantId: scope.tenantId, id: uniqueId })
  return { uniqueId, companyDescriptionMarkup: companyDescription }
}

const get = async (_: object, { db, actor }: ReadContext) => {
  const [setting, audiences] = await Promise.all([settingOf(db, actor.uniqueId), audienceOf(db, actor.uniqueId)])
  return setting ? { reviewType: setting.reviewType, reviewsSearchEnabled: setting.reviewsSearchEnabled, audiences } : null
}

/** In the language that the actor has chosen, else the browser's, else the tenant's. */
const questionsHandler =
  (settings: TenantSettings) =>
  async (_: object, { db, actor, scope, acceptedLanguages = '' }: ReadContext) => {
    const setting = await settingOf(db, actor.uniqueId)
    if (!setting?.reviewType) return pageOf([], {})
    const tenantLanguage = async () => (await settings.of(scope.tenantId)).DEFAULT_LANGUAGE as Language
    const language = setting.language ?? preferredLanguage(acceptedLanguages) ?? (await tenantLanguage())
    return pageOf(await currentQuestionsOf(db, setting.reviewType, language), {})
  }

export const reviewSettingRoutes = (needs: Needs) =>
  routes(reviewSettingApi, {
    get,
    save: (fields, context) => save(needs, fields, context),
    questions: questionsHandler(needs.settings),
    description: getDescription,
    describe: saveDescription,
  })
