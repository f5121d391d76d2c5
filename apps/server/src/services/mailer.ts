import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type Attempt, currentAttempt } from '#kit/letters'
import { countryNameIn } from './language.ts'
import { type Mail, MailNotSent, type Message } from './mail.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** A text that keeps its lines, as people wrote them. */
const linesToHtml = (text: string) => escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>')

interface Letter {
  /** The name of the sending tenant. */
  sender: string
  /** The address of the tenant's logo. */
  logo: string | null
  title: string
  paragraphs: readonly string[]
  /** Star links, one star first: the label and URL of each. */
  stars?: readonly { label: string; url: string }[]
  button?: { label: string; url: string }
  /** Why the person receives this mail. */
  footer: string
  /** The unsubscribe link. */
  unsubscribe?: { label: string; url: string }
  language: string
}

/** A row of stars, each a link. A click only starts a rating, so a program that follows links submits none. */
const starsOf = (stars: readonly { label: string; url: string }[]) =>
  stars.length === 0
    ? ''
    : `<p style="margin:24px 0 0;white-space:nowrap">${stars
        .map(
          ({ label, url }) =>
            `<a href="${escapeHtml(url)}" title="${escapeHtml(label)}" aria-label="${escapeHtml(label)}" style="display:inline-block;padding:0 6px;color:#b45309;text-decoration:none;font-size:36px;line-height:44px">&#9733;</a>`,
        )
        .join('')}</p>
`

/** Renders a mail with one column and one button, as HTML and as text. All inputs are text, never markup. */
const renderLetter = ({ sender, logo, title, paragraphs, stars = [], button, footer, unsubscribe, language }: Letter) => ({
  text: [
    title,
    ...paragraphs,
    ...(button ? [`${button.label}: ${button.url}`] : []),
    `-- \n${[sender, footer, ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : [])].join('\n')}`,
  ].join('\n\n'),
  html: `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f3f5f8;color:#14213d;font:16px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-weight:700">${
    logo
      ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(sender)}" height="40" style="height:40px;width:auto;border:0">`
      : escapeHtml(sender)
  }</p>
<div style="background:#fff;border-radius:8px;padding:32px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${linesToHtml(text)}</p>`).join('\n')}
${starsOf(stars)}${
    button
      ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;background:#16325c;color:#fff;text-decoration:none;padding:12px 24px;border-radius:6px;font-weight:600">${escapeHtml(button.label)}</a></p>
<p style="margin:0;font-size:13px;color:#4a5568;word-break:break-all">${escapeHtml(button.url)}</p>`
      : ''
  }
</div>
<p style="margin:16px 0 0;font-size:13px;color:#4a5568">${escapeHtml(footer)}${
    unsubscribe ? `<br><a href="${escapeHtml(unsubscribe.url)}" style="color:#4a5568">${escapeHtml(unsubscribe.label)}</a>` : ''
  }</p>
</div></body></html>`,
})

type Translate = (english: string, values?: Record<string, string>) => string

/** The tenant that sends a letter. */
export interface Sender {
  name: string
  /** The origin of its pages, from settings. */
  origin: string
  /** The path of its logo. */
  logo: string | null
  /** The Reply-To address, if it is not the sender's address. */
  replyTo: string | null
  language: Language
  translator: (language: Language) => Promise<Translate>
}

interface Recipient {
  address: string
  /** Null: the tenant's language. */
  language: Language | null
}

/** A letter's texts in English; `values` fill their placeholders. The path of the button is within the tenant's pages. */
export interface LetterTexts {
  subject: string
  paragraphs: readonly string[]
  /** The path of each star link, one star first. */
  stars?: readonly string[]
  button?: { label: string; path: string }
  footer: string
  /** The unsubscribe page, and the path that mail programs post to for one-click unsubscription (RFC 8058). */
  unsubscribe?: { label: string; path: string; post: string }
  /** The Reply-To address, if it is not the tenant's. */
  replyTo?: string
  calendar?: Message['calendar']
  values: Record<string, string>
  /** Values that are countries, by their codes: named in the letter's language. */
  countries?: Readonly<Record<string, string | null>>
}

/** The names of countries in a language. A country that is not known has an empty name. */
const countryNamesIn = (language: Language, codes: NonNullable<LetterTexts['countries']>) =>
  Object.fromEntries(Object.entries(codes).map(([value, code]) => [value, code ? countryNameIn(language, code) : '']))

const headersOf = (origin: string, leave: LetterTexts['unsubscribe']) =>
  leave && {
    headers: { 'List-Unsubscribe': `<${origin}/${leave.post}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }

/** Reports a failure to the sending job. A mail that may have arrived counts as sent: nothing that it announces is undone. */
const reportFailure = (attempt: Attempt, error: unknown) => {
  if (!(error instanceof MailNotSent)) throw error
  if (error.outcome === 'UNCERTAIN') return attempt.end('UNCERTAIN', error.reply)
  if (error.outcome === 'LATER') attempt.retryLater(error.reply)
  else attempt.end('REFUSED', error.reply)
  throw error
}

const sendLetter = async (mail: Mail, key: string, message: Message) => {
  const attempt = currentAttempt()
  if (!attempt) return mail.send(key, message)
  attempt.addressed(message.to)
  await mail.send(key, message, attempt.begin).catch((error: unknown) => reportFailure(attempt, error))
}

const starName = (speak: Translate, count: number) => speak(phrase('{count} star|{count} stars'), { count: String(count) })

type SenderOf = (tenantId: string) => Promise<Sender | undefined>

/** Renders a letter of a tenant in a language, as it is mailed. Returns undefined for a deleted tenant. */
export const letterWriter =
  (senderOf: SenderOf) =>
  async (
    tenantId: string,
    requested: Language | null,
    { subject, paragraphs, stars, button, footer, unsubscribe, values, countries = {}, calendar, ...words }: LetterTexts,
  ): Promise<Omit<Message, 'to'> | undefined> => {
    const sender = await senderOf(tenantId)
    if (!sender) return undefined
    const language = requested ?? sender.language
    const speak = await sender.translator(language)
    const countryNames = countryNamesIn(language, countries)
    const say = (english: string) => speak(english, { ...values, ...countryNames, tenant: sender.name })
    const body = renderLetter({
      sender: sender.name,
      logo: sender.logo && sender.origin + sender.logo,
      title: say(subject),
      paragraphs: paragraphs.map(say),
      ...(stars && { stars: stars.map((path, at) => ({ label: starName(speak, at + 1), url: `${sender.origin}/${path}` })) }),
      ...(button && { button: { label: say(button.label), url: `${sender.origin}/${button.path}` } }),
      footer: say(footer),
      ...(unsubscribe && { unsubscribe: { label: say(unsubscribe.label), url: `${sender.origin}/${unsubscribe.path}` } }),
      language,
    })
    const replyTo = words.replyTo ?? sender.replyTo
    const more = { ...(replyTo && { replyTo }), ...headersOf(sender.origin, unsubscribe), ...(calendar && { calendar }) }
    return { subject: `${say(subject)} · ${sender.name}`, tenantId, ...body, ...more }
  }
export type LetterWriter = ReturnType<typeof letterWriter>

/**
 * Renders letters of a tenant in the recipient's language and sends them; returns whether it did. Nothing is sent for a deleted
 * tenant.
 */
export const mailer =
  (mail: Mail, writeLetter: LetterWriter) => async (key: string, tenantId: string, to: Recipient, words: LetterTexts) => {
    const letter = await writeLetter(tenantId, to.language, words)
    if (!letter) return false
    await sendLetter(mail, key, { to: to.address, ...letter })
    return true
  }
export type Mailer = ReturnType<typeof mailer>
