import type { Language } from '@tradewind/contract/kit/language'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import type { SentenceParts } from '@tradewind/contract/kit/say'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import type { RequestContext } from '#kit/http/context'
import { job, type Jobs } from '#kit/jobs'
import { notifyAfterCommit } from '#kit/notifyNodes'
import { actorOf } from '#platform/identity/sessions'
import { type TextsOf, translateSentence } from '#platform/message.queries'
import { notifications, type NoticeValues } from '#platform/schema/notification.table'
import { users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { permissionKeysColumn } from '#platform/user/user.queries'
import { countryNameIn, languageOf } from '#services/language'

/** A notification for a user: English texts with placeholders, their values, and the path of the page to open, without the area. */
export interface Notice {
  userId: string
  subject: string
  content: string
  values?: NoticeValues
  path?: string
  /** Who may open that page, and the record that it shows: for any other recipient the notification has no link. */
  opens?: { rules: Rules; record?: object }
  /** The user who causes it, if it is one: of very many to one recipient only some are mailed. */
  by?: string
  /** False if a separate letter covers it, so that no notification letter is sent. */
  byMail?: false
  /** It is the result of a job that the recipient has started: mailed only if it is not read soon, as by a page that waits for it. */
  isResult?: true
}

/** Mails a notification, if the tenant wants that. */
export const notificationLetterJob = job<{ tenantId: string; notificationId: string }>({
  name: 'notification.letter',
  letter: 'NOTIFICATION',
})

/** Seconds in which the result of a job may be read before it is mailed. */
const RESULT_DELAY = 60

/** These notifications, without the links that their recipients may not open. */
const withoutClosedLinks = async (tx: Tx, notices: readonly Notice[]): Promise<readonly Notice[]> => {
  const userIds = [...new Set(notices.flatMap(({ userId, opens }) => (opens ? [userId] : [])))]
  if (userIds.length === 0) return notices
  // Nested, because the columns at the top of a single table's selection lose their table's name.
  const permissions = sql<string[]>`${permissionKeysColumn}`
  const found = await tx.select({ user: users, permissions }).from(users).where(inArray(users.uniqueId, userIds))
  const actors = new Map(found.map((one) => [one.user.uniqueId, actorOf(one.user, one.permissions)]))
  return notices.map(({ path, ...notice }) => {
    const { userId, opens } = notice
    const actor = actors.get(userId)
    const isOpen = !opens || (actor !== undefined && can(actor, opens.rules, opens.record))
    return path !== undefined && isOpen ? { ...notice, path } : notice
  })
}

/** Notifies users within the transaction that causes it: rows, open pages soon after, and mail. */
export const notifier =
  (jobs: Jobs) =>
  async (tx: Tx, tenantId: string, ...all: readonly Notice[]) => {
    if (all.length === 0) return
    const notices = await withoutClosedLinks(tx, all)
    const rows = notices.map(({ userId, by, subject, content, values = {}, path }) => ({
      userId,
      createdBy: by,
      subject,
      content,
      values,
      path,
    }))
    const inserted = await tx.insert(notifications).values(rows).returning({ id: notifications.uniqueId })
    for (const [at, { id }] of inserted.entries())
      notifyAfterCommit(tx, { topic: 'notification', tenantId, userId: notices[at]!.userId, id })
    const letters = (isResult?: true) =>
      inserted
        .filter((_, at) => notices[at]!.byMail !== false && notices[at]!.isResult === isResult)
        .map(({ id }) => ({ tenantId, notificationId: id }))
    await jobs.sendAll(tx, notificationLetterJob, letters())
    await jobs.sendAll(tx, notificationLetterJob, letters(true), { after: RESULT_DELAY })
  }
export type Notify = ReturnType<typeof notifier>

type Row = typeof notifications.$inferSelect
type Translate = (english: string, values: NoticeValues) => string

/** Translates the texts of notifications to a language. */
export const noticeTranslator = async (texts: TextsOf, tenantId: string, language: Language): Promise<Translate> => {
  const translate = await texts.translator(tenantId, language)
  const textOf = (value: NoticeValues[string]) => (typeof value === 'string' ? value : countryNameIn(language, value.country))
  return (english, values) =>
    translate(english, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)])))
}

interface LanguageNeeds {
  settings: TenantSettings
}

/** The language of the user who makes a request. */
export const languageOfReader = async (
  db: Reader | Tx,
  { actor: { uniqueId, tenantId }, acceptedLanguages }: Pick<RequestContext, 'actor' | 'acceptedLanguages'>,
  { settings }: LanguageNeeds,
) => {
  const [[user], settingValues] = await Promise.all([
    db.select({ language: users.language }).from(users).where(eq(users.uniqueId, uniqueId)),
    settings.of(tenantId),
  ])
  return languageOf(user?.language, acceptedLanguages, settingValues)
}

/** Creates the function that translates sentences to the language of the user who makes a request. */
export const readerTranslator =
  ({ settings, texts }: LanguageNeeds & { texts: Pick<TextsOf, 'translator'> }) =>
  async (db: Reader | Tx, reader: Parameters<typeof languageOfReader>[1]) => {
    const translate = await texts.translator(reader.actor.tenantId, await languageOfReader(db, reader, { settings }))
    return (sentence: SentenceParts) => translateSentence(translate, sentence)
  }
export type ReaderTranslator = ReturnType<typeof readerTranslator>

const MAX_LENGTH = 140

/** A text on one line, truncated to so many characters: at a word boundary if that keeps most of it. */
const abbreviate = (text: string) => {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim())
  if (characters.length <= MAX_LENGTH) return characters.join('')
  const cut = characters.slice(0, MAX_LENGTH).join('')
  const words = cut.slice(0, cut.lastIndexOf(' '))
  return `${words.length > MAX_LENGTH / 2 ? words : characters.slice(0, MAX_LENGTH - 1).join('')}…`
}

/** A notification as its reader gets it, in the list and live. */
export const notificationFormatter =
  (say: Translate) =>
  ({ uniqueId, dateCreated, subject, content, values, path, readAt }: Row): Notification => ({
    uniqueId,
    dateCreated,
    subject: say(subject, values),
    abbreviatedContentText: abbreviate(say(content, values)),
    path,
    readAt,
  })
