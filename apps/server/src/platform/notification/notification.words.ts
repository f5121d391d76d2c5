import type { Language } from '@tradewind/contract/kit/language'
import type { Notification } from '@tradewind/contract/platform/notification.contract'
import type { notifications } from '#platform/schema/notification.table'
import { preferredLanguage } from '#services/web/language'

type Row = typeof notifications.$inferSelect
type Say = (english: string, values: Readonly<Record<string, string>>) => string

/** What somebody reads on a page: what they have chosen, else what their browser prefers, else what the tenant speaks. */
export const languageOf = (
  chosen: Language | null | undefined,
  accepted: string | undefined,
  { DEFAULT_LANGUAGE }: { DEFAULT_LANGUAGE: unknown },
): Language => chosen ?? preferredLanguage(accepted ?? '') ?? (DEFAULT_LANGUAGE as Language)

const LENGTH = 140

/** A text on one line, of so many characters at most: cut between two words where that keeps most of it. */
const abbreviated = (text: string) => {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim())
  if (characters.length <= LENGTH) return characters.join('')
  const cut = characters.slice(0, LENGTH).join('')
  const words = cut.slice(0, cut.lastIndexOf(' '))
  return `${words.length > LENGTH / 2 ? words : characters.slice(0, LENGTH - 1).join('')}…`
}

/** A notification as its reader gets it, in the list and live. */
export const toldIn =
  (say: Say) =>
  ({ uniqueId, dateCreated, subject, content, values, path, readAt }: Row): Notification => ({
    uniqueId,
    dateCreated,
    subject: say(subject, values),
    abbreviatedContentText: abbreviated(say(content, values)),
    path,
    readAt,
  })
