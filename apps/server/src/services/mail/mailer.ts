import type { Language } from '@tradewind/contract/kit/language'
import { type Attempt, currentAttempt } from '#kit/attempt'
import { write } from './letter.ts'
import type { Mail, Message } from './mail.ts'
import { Unsent } from './unsent.ts'

type Say = (english: string, values?: Record<string, string>) => string

/** The tenant in whose name a letter goes out. */
export interface Sender {
  name: string
  /** Where its pages live, from settings. */
  origin: string
  /** The path of its logo. */
  logo: string | null
  /** Where answers go, where that is not the sender's address. */
  replyTo: string | null
  language: Language
  translator: (language: Language) => Promise<Say>
}

interface Recipient {
  address: string
  /** None: the tenant's. */
  language: Language | null
}

/** A letter in English texts; `values` fill the holes of all of them. The path of the button is inside the tenant's pages. */
export interface Words {
  subject: string
  paragraphs: readonly string[]
  button?: { label: string; path: string }
  footer: string
  /** The way out of such letters: a page, and the path that mail programs post to by one click (RFC 8058). */
  leave?: { label: string; path: string; post: string }
  /** Where answers go, where that is not the tenant's own address. */
  replyTo?: string
  values: Record<string, string>
}

const headersOf = (origin: string, leave: Words['leave']) =>
  leave && {
    headers: { 'List-Unsubscribe': `<${origin}/${leave.post}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }

/** What a failure means for the job that sends. What may have arrived counts as sent: nothing that it tells of is undone. */
const judge = (attempt: Attempt, error: unknown) => {
  if (!(error instanceof Unsent)) throw error
  if (error.fate === 'UNCERTAIN') return attempt.end('UNCERTAIN', error.said)
  if (error.fate === 'LATER') attempt.later(error.said)
  else attempt.end('REFUSED', error.said)
  throw error
}

const handOver = async (mail: Mail, key: string, message: Message) => {
  const attempt = currentAttempt()
  if (!attempt) return mail.send(key, message)
  attempt.addressed(message.to)
  await mail.send(key, message, attempt.begin).catch((error: unknown) => judge(attempt, error))
}

/**
 * Writes letters in the recipient's language and the tenant's name, and hands them over; says whether it did. A tenant that is gone
 * writes none.
 */
export const mailer =
  (mail: Mail, senderOf: (tenantId: string) => Promise<Sender | undefined>) =>
  async (
    key: string,
    tenantId: string,
    to: Recipient,
    { subject, paragraphs, button, footer, leave, values, ...words }: Words,
  ) => {
    const sender = await senderOf(tenantId)
    if (!sender) return false
    const language = to.language ?? sender.language
    const speak = await sender.translator(language)
    const say = (english: string) => speak(english, { ...values, tenant: sender.name })
    const body = write({
      sender: sender.name,
      logo: sender.logo && sender.origin + sender.logo,
      title: say(subject),
      paragraphs: paragraphs.map(say),
      ...(button && { button: { label: say(button.label), url: `${sender.origin}/${button.path}` } }),
      footer: say(footer),
      ...(leave && { leave: { label: say(leave.label), url: `${sender.origin}/${leave.path}` } }),
      language,
    })
    const replyTo = words.replyTo ?? sender.replyTo
    const more = { ...(replyTo && { replyTo }), ...headersOf(sender.origin, leave) }
    await handOver(mail, key, { to: to.address, subject: `${say(subject)} · ${sender.name}`, tenantId, ...body, ...more })
    return true
  }
export type Mailer = ReturnType<typeof mailer>
