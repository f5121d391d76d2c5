import { type Language, languages } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { type LegalText, legalTextApi } from '@tradewind/contract/platform/legalText.contract'
import { type LegalKind, legalKinds, legalPages } from '@tradewind/contract/platform/legalText.fields'
import { legalTextPolicy } from '@tradewind/contract/platform/policies'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { DEFAULT_PAGE_SIZE, pageOf, type Paging } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { sanitizeMarkup, toPlainText } from '#kit/markup'
import { notifyNodes } from '#kit/notifyNodes'
import { assertCurrent, audit, changesOf } from '#kit/record/audit'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { AppContext } from '../appContext.ts'
import { newestVersions } from './legalText.queries.ts'
import { derivedId } from './message.queries.ts'
import { legalTexts, legalTextVersions } from './schema/message.table.ts'

type TextKey = Pick<LegalText, 'kind' | 'language'>

const idOf = (tenantId: string, { kind, language }: TextKey) => derivedId(`${tenantId} legal text ${kind} ${language}`)

const everyText: readonly TextKey[] = legalKinds.flatMap((kind) => languages.map((language) => ({ kind, language })))

const isSameText =
  ({ kind, language }: TextKey) =>
  (other: TextKey) =>
    other.kind === kind && other.language === language

/** The newest version of one text; undefined if it was never published. */
const newestOf = async ({ kind, language }: TextKey, context: ReadContext | WriteContext) => {
  const { version } = legalTextVersions
  const [newest] = await readerOf(context)
    .select()
    .from(legalTextVersions)
    .where(and(eq(legalTextVersions.kind, kind), eq(legalTextVersions.language, language)))
    .orderBy(desc(version))
    .limit(1)
  return newest
}

type Draft = Pick<typeof legalTexts.$inferSelect, 'content' | 'updatedAt'> & TextKey
type Published = Awaited<ReturnType<typeof newestOf>>

const toLegalText = (tenantId: string, which: TextKey, draft: Draft | undefined, newest: Published): LegalText => {
  const { version = 0, content: published = '', dateCreated = null } = newest ?? {}
  const content = draft?.content ?? published
  return {
    uniqueId: idOf(tenantId, which),
    ...which,
    content,
    version,
    publishedAt: dateCreated,
    isShown: published !== '',
    isChanged: content !== published,
    updatedAt: draft?.updatedAt ?? null,
  }
}

/** One text with its draft; locked where it is about to be changed. */
const textOf = async (uniqueId: string, context: ReadContext | WriteContext) => {
  const { tenantId } = context.scope
  const which = everyText.find((one) => idOf(tenantId, one) === uniqueId)
  if (!which) throw notFound(say('Text not found'))
  const isIt = eq(legalTexts.uniqueId, uniqueId)
  const [draft] =
    'tx' in context
      ? await context.tx.select().from(legalTexts).where(isIt).for('update')
      : await context.db.select().from(legalTexts).where(isIt)
  return toLegalText(tenantId, which, draft, await newestOf(which, context))
}

/** Markup without words counts as an empty text. */
const contentOf = (markup: string) => {
  const clean = sanitizeMarkup(markup)
  return toPlainText(clean) ? clean : ''
}

/** The title in the audit trail. */
const titleOf = ({ kind, language }: TextKey) => `${legalPages[kind].name} (${language})`

const saveDraft = async (before: LegalText, markup: string, context: WriteContext) => {
  const { uniqueId, kind, language } = before
  const content = contentOf(markup)
  if (content === before.content) return before
  const row = { uniqueId, kind, language, content, createdBy: context.actor.uniqueId }
  const saved =
    before.updatedAt === null
      ? await context.tx.insert(legalTexts).values(row).onConflictDoNothing().returning()
      : await context.tx
          .update(legalTexts)
          .set({ content, updatedAt: nextUpdatedAt(legalTexts.updatedAt) })
          .where(eq(legalTexts.uniqueId, uniqueId))
          .returning()
  if (saved.length === 0) throw conflict(say('Someone else has just started this text. Please reload the page.'))
  await audit(context, {
    action: 'CHANGED',
    kind: 'legalText',
    recordId: uniqueId,
    title: titleOf(before),
    changes: changesOf(before, { content }),
  })
  return textOf(uniqueId, context)
}

/** Publishes the draft as the next version. Of two concurrent calls, the later one finds no difference. */
const publish = async (before: LegalText, context: WriteContext) => {
  const { tx, actor, scope } = context
  const { uniqueId, kind, language, content, version } = before
  if (!before.isChanged) throw conflict(say('This is already the published text'))
  await tx.insert(legalTextVersions).values({ kind, language, content, version: version + 1, createdBy: actor.uniqueId })
  await audit(context, {
    action: 'CHANGED',
    kind: 'legalText',
    recordId: uniqueId,
    title: titleOf(before),
    changes: changesOf(before, { version: version + 1 }),
  })
  await notifyNodes(tx, { topic: 'legalText', tenantId: scope.tenantId })
  return textOf(uniqueId, context)
}

const listTexts = async ({ db, scope }: ReadContext) => {
  const [drafts, versions] = await Promise.all([db.select().from(legalTexts), newestVersions(db)])
  const ids = versions.map(({ uniqueId }) => uniqueId)
  const fullVersions = await db.select().from(legalTextVersions).where(inArray(legalTextVersions.uniqueId, ids))
  return everyText.map((which) =>
    toLegalText(scope.tenantId, which, drafts.find(isSameText(which)), fullVersions.find(isSameText(which))),
  )
}

type Needs = Pick<AppContext, 'settings' | 'legalTexts'>

const versionsOf = async ({ uniqueId, page, size, sort }: Paging & { uniqueId: string }, context: ReadContext) => {
  const { kind, language } = await textOf(uniqueId, context)
  const { version } = legalTextVersions
  const condition = and(eq(legalTextVersions.kind, kind), eq(legalTextVersions.language, language))
  const many = size ?? DEFAULT_PAGE_SIZE
  const [rows, total] = await Promise.all([
    context.db
      .select({ version: legalTextVersions, by: users })
      .from(legalTextVersions)
      .leftJoin(users, eq(users.uniqueId, legalTextVersions.createdBy))
      .where(condition)
      .orderBy(sort === 'version' ? asc(version) : desc(version))
      .limit(many)
      .offset((page ?? 0) * many),
    context.db.$count(legalTextVersions, condition),
  ])
  const versions = rows.map(({ version: one, by }) => ({ ...one, createdByName: by && !by.deletedAt ? fullNameOf(by) : null }))
  return { rows: versions, total, estimated: false }
}

const findPublished = async (
  { settings, legalTexts: finder }: Needs,
  kind: LegalKind,
  lang: Language | undefined,
  context: ReadContext,
) => {
  const { tenantId } = context.scope
  const fallback = (await settings.of(tenantId)).DEFAULT_LANGUAGE as Language
  const found = await finder.shown(tenantId, kind, lang ? [lang, fallback] : [fallback])
  const [text] = found
    ? await context.db.select().from(legalTextVersions).where(eq(legalTextVersions.uniqueId, found.uniqueId))
    : []
  if (!text) throw notFound(say('Text not found'))
  return text
}

const legalTextRoutes = (needs: Needs) =>
  routes(legalTextApi, {
    list: async ({ kind, language, sort, ...paging }, context) => {
      const rows = (await listTexts(context)).filter(
        (one) => (!kind || one.kind === kind) && (!language || one.language === language),
      )
      return pageOf(sort === '-kind' ? rows.toReversed() : rows, paging)
    },
    get: ({ uniqueId }, context) => textOf(uniqueId, context),
    update: async ({ uniqueId, content, updatedAt }, context) => {
      const before = await textOf(uniqueId, context)
      await assertCurrent({ content, updatedAt }, before, context)
      return content === undefined ? before : saveDraft(before, content, context)
    },
    publish: async ({ uniqueId, updatedAt }, context) => {
      const before = await textOf(uniqueId, context)
      await assertCurrent({ content: before.content, updatedAt }, before, context)
      return publish(before, context)
    },
    versions: versionsOf,
    shown: ({ kind, lang }, context) => findPublished(needs, kind, lang, context),
  })

/** A tenant's legal texts: drafts, and every version that was published. */
export const legalTextFeature = (context: AppContext): Feature => ({
  routes: () => [legalTextRoutes(context)],
  announced: [{ name: 'legalText', policy: legalTextPolicy }],
})
