import { type Message, messageApi } from '@tradewind/contract/platform/message.contract'
import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { requireCurrent } from '#kit/record/current'
import { audit, changesOf } from '#kit/record/trail/audit'
import { entriesOf } from '#kit/record/history'
import { notifyNodes } from '#kit/notifyNodes'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'
import { inOwnWords, messagesAmong, shippedMessage } from './message.catalogue.ts'
import { faultIn } from './message.forms.ts'
import type { TextsOf } from './message.queries.ts'
import { messages } from '#platform/schema/message.table'

const taken = say('There is already another text: change that one')

/** The text as it is said now; under a lock where it is about to be changed. */
const nowOf = async (shipped: Message | undefined, context: ReadContext | WriteContext) => {
  if (!shipped) throw notFound(say('Text not found'))
  const isIt = eq(messages.uniqueId, shipped.uniqueId)
  const [own] =
    'tx' in context
      ? await context.tx.select().from(messages).where(isIt).for('update')
      : await context.db.select().from(messages).where(isIt)
  return own ? inOwnWords(shipped, own) : shipped
}

const byId = (uniqueId: string, context: ReadContext | WriteContext) =>
  nowOf(shippedMessage(context.scope.tenantId, { uniqueId }), context)

/** Keeps the tenant's words: in the row that stands, or in a new one, where nobody else was faster. */
const keep = async ({ uniqueId, key, language, isOverridden }: Message, text: string, { tx, actor }: WriteContext) => {
  const [row] = isOverridden
    ? await tx
        .update(messages)
        .set({ text, updatedAt: nextUpdatedAt(messages.updatedAt) })
        .where(eq(messages.uniqueId, uniqueId))
        .returning()
    : await tx
        .insert(messages)
        .values({ uniqueId, key, language, text, createdBy: actor.uniqueId })
        .onConflictDoNothing()
        .returning()
  if (!row) throw conflict(taken)
  return row
}

/** Says the text in these words from now on. In the shipped ones nothing of the tenant's own is left. */
const reword = async (before: Message, text: string, context: WriteContext): Promise<Message> => {
  if (text === before.text) return before
  const { uniqueId, key, shipped } = before
  const isBack = text === shipped
  if (isBack) await context.tx.delete(messages).where(eq(messages.uniqueId, uniqueId))
  const after = isBack
    ? { ...before, text, isOverridden: false, updatedAt: null }
    : inOwnWords(before, await keep(before, text, context))
  await audit(context, {
    action: 'CHANGED',
    kind: 'message',
    recordId: uniqueId,
    title: key,
    changes: changesOf(before, { text }),
  })
  await notifyNodes(context.tx, { topic: 'message', tenantId: context.scope.tenantId })
  return after
}

const checked = (key: string, text: string) => {
  const fault = faultIn(key, text)
  if (fault) throw invalid({ text: fault })
  return text
}

interface Shared {
  texts: TextsOf
  settings: TenantSettings
}

export const messageRoutes = ({ texts, settings }: Shared) =>
  routes(messageApi, {
    translations: async ({ lang }, { scope: { tenantId } }) =>
      texts.of(tenantId, lang ?? ((await settings.of(tenantId)).DEFAULT_LANGUAGE as Language)),

    list: async (asked, { db, scope }) => messagesAmong(scope.tenantId, await db.select().from(messages), asked),

    get: async ({ uniqueId }, context) => byId(uniqueId, context),

    create: async ({ key, language, text }, context) => {
      const shipped = shippedMessage(context.scope.tenantId, { key, language })
      if (!shipped) throw invalid({ key: say('This text is not known here') })
      const before = await nowOf(shipped, context)
      if (before.isOverridden) throw conflict(taken)
      return reword(before, checked(key, text), context)
    },

    update: async ({ uniqueId, text, updatedAt }, context) => {
      const before = await byId(uniqueId, context)
      await requireCurrent({ text, updatedAt }, before, context)
      return text === undefined ? before : reword(before, checked(before.key, text), context)
    },

    remove: async ({ uniqueId }, context) => {
      const before = await byId(uniqueId, context)
      await reword(before, before.shipped, context)
      return { uniqueId }
    },

    history: async (asked, context) => {
      await byId(asked.uniqueId, context)
      return entriesOf(asked, context)
    },
  })
