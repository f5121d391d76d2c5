import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'

/**
 * The outcome of a mail that was not sent. LATER: certainly not accepted, and can be retried. REFUSED: permanently rejected.
 * NOBODY: permanently rejected because the recipient does not exist. UNCERTAIN: it may have been accepted.
 */
export type MailOutcome = 'LATER' | 'REFUSED' | 'NOBODY' | 'UNCERTAIN'

/** Thrown for a mail that was not sent, as far as is known. */
export class MailNotSent extends Error {
  readonly outcome: MailOutcome
  /** The mail server's reply, in one line. */
  readonly reply: string
  constructor(outcome: MailOutcome, reply: string, cause?: unknown) {
    super(reply || outcome, { cause })
    this.outcome = outcome
    this.reply = reply
  }
}

/** The properties of a nodemailer error. */
interface Failure {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** The SMTP commands whose rejection concerns the letter itself, not the connection. */
const letterCommands = ['MAIL FROM', 'RCPT TO', 'DATA']
/** Whether the enhanced status code says that the recipient does not exist (RFC 3463; .7 and .8 are about the sender). */
const isUnknownRecipient = (response: string) => /^\d{3}[ -]5\.1\.(?![78]\b)\d/.test(response)
const hasEnhancedCode = (response: string) => /^\d{3}[ -]\d\.\d+\.\d/.test(response)
/** Whether the reply rejects the sending server, for example by reputation: the recipient may exist. */
const isAboutSender = (response: string) =>
  /relay|block|black ?list|denied|spam|polic|reputation|banned|authenti|prohibit|not allowed|not permitted/i.test(response)
const isAboutRecipient = (responseCode: number, response: string) =>
  isUnknownRecipient(response) ||
  ([550, 551, 553].includes(responseCode) && !hasEnhancedCode(response) && !isAboutSender(response))

const outcomeOfReply = (responseCode: number, command: string, response: string): MailOutcome => {
  const isFinal = responseCode >= 500 && responseCode !== 503 && letterCommands.includes(command)
  if (!isFinal) return 'LATER'
  return command === 'RCPT TO' && isAboutRecipient(responseCode, response) ? 'NOBODY' : 'REFUSED'
}

/** `isOut`: sending of the content had begun. A broken connection is then inconclusive; a reply is not. */
const outcomeOf = ({ code, command = '', response = '', responseCode }: Failure, isOut: boolean): MailOutcome => {
  if (responseCode) return outcomeOfReply(responseCode, command, response)
  if (isOut) return 'UNCERTAIN'
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'REFUSED' : 'LATER'
}

const LONGEST = 300
const lineOf = (response = '') =>
  response
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)

/** Converts a nodemailer error to Unsent. */
const toMailNotSent = (error: unknown, isOut: boolean) => {
  const failure = error as Failure
  return new MailNotSent(outcomeOf(failure, isOut), lineOf(failure.response), error)
}

export interface Message {
  to: string
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
  /** A calendar entry, sent as a separate part for calendar programs (iTIP). */
  calendar?: { method: string; text: string }
  /** The Reply-To address, if it is not the sender. */
  replyTo?: string
  /** The tenant that sends it: mails stored in the mailbox are deleted with that tenant. */
  tenantId?: string
}
/** A mail as the mailbox page shows it. */
export interface StoredMail extends Message {
  id: string
  from: string
  at: string
}

export interface Mail {
  /**
   * Sends the mail, or throws Unsent. `key` identifies it permanently: it is in its Message-ID. `onStart` is awaited before the first byte
   * is sent.
   */
  send: (key: string, message: Message, onStart?: () => Promise<void>) => Promise<void>
  /** Whether mails could be sent now: the server answers and accepts the login. */
  isReachable: () => Promise<boolean>
  /** The mails that were stored instead of sent, to one address or to all, the latest first. Undefined if mails are really sent. */
  mailbox?: (to?: string) => Promise<StoredMail[]>
  /** Deletes the stored mails of a tenant. */
  forget?: (tenantId: string) => Promise<void>
}

/** Whether this is one plain address. Anything that could name a second recipient is rejected. */
const isPlainAddress = (address: string) => /^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/.test(address)
/** Validates the recipient. An invalid Reply-To address is dropped. */
const validateMessage = ({ replyTo, ...message }: Message) => {
  if (!isPlainAddress(message.to)) throw new MailNotSent('REFUSED', 'This address cannot be written to')
  const answers = replyTo && isPlainAddress(replyTo) ? { replyTo } : {}
  return { ...message, ...answers, subject: message.subject.replace(/[\r\n]+/g, ' ') }
}

/** Timeouts of the SMTP steps in milliseconds. All steps together end before the job of a letter is considered lost. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, dnsTimeout: 20_000, socketTimeout: 60_000 }

/** A stream of the mail's bytes that awaits `onFirstByte` before the first of them is read. */
const notifyOnFirstByte = (bytes: Readable, onFirstByte: () => Promise<void>) =>
  Readable.from(
    (async function* () {
      await onFirstByte()
      yield* bytes
    })(),
    { objectMode: false },
  )

const partOf = (calendar: Message['calendar']) =>
  calendar && { icalEvent: { method: calendar.method, filename: 'invitation.ics', content: calendar.text } }

/** Contains the tenant, so that the handler of bounces can find it. */
const messageIdOf = (key: string, tenantId: string | undefined) => `<${key}${tenantId ? `_${tenantId}` : ''}@tradewind>`

/** Sends by SMTP, each mail over its own connection. */
export const openSmtp = (url: string, from: string): Mail => {
  const transport = createTransport({ url, ...timeouts }, { from, disableFileAccess: true, disableUrlAccess: true })
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((bytes) => notifyOnFirstByte(bytes, (data as { onFirstByte: () => Promise<void> }).onFirstByte))
    done()
  })
  return {
    send: async (key, message, onStart) => {
      const { to, tenantId, calendar, ...mail } = validateMessage(message)
      let isOut = false
      const onFirstByte = async () => {
        await onStart?.()
        isOut = true
      }
      const envelope = { to: { name: '', address: to }, messageId: messageIdOf(key, tenantId), onFirstByte }
      await transport.sendMail({ ...mail, ...partOf(calendar), ...envelope }).catch((error: unknown) => {
        throw toMailNotSent(error, isOut)
      })
    },
    isReachable: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
  }
}

/** Returns a function that reads the mails stored in a folder, to one address or to all. The files of others are opened once: a mail's recipient does not change. */
const storedMailReader = (folder: string) => {
  const recipients = new Map<string, string>()
  const read = async (name: string) => {
    const mail = JSON.parse(await readFile(join(folder, name), 'utf8')) as StoredMail
    recipients.set(name, mail.to)
    return mail
  }
  return async (to?: string) => {
    const isWanted = (recipient: string | undefined) => to === undefined || recipient === to
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
    const mails = await Promise.all(names.filter((name) => isWanted(recipients.get(name) ?? to)).map(read))
    return mails.filter((mail) => isWanted(mail.to))
  }
}

/** Stores mails in a folder, for the mailbox page of an evaluation. */
export const openMailbox = (folder: string, from: string): Mail => {
  const readStoredMails = storedMailReader(folder)
  return {
    send: async (key, message) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700) // an earlier version may have created it with other permissions
      const at = new Date().toISOString()
      const stored: StoredMail = { id: key, from, at, ...validateMessage(message) }
      const temporaryPath = join(folder, `.${key}`)
      await writeFile(temporaryPath, JSON.stringify(stored), { mode: 0o600 })
      await rename(temporaryPath, join(folder, `${key}.json`))
    },
    isReachable: async () => true,
    mailbox: async (to) => (await readStoredMails(to)).toSorted((one, other) => other.at.localeCompare(one.at)),
    forget: async (tenantId) => {
      const ofTenant = (await readStoredMails()).filter((mail) => mail.tenantId === tenantId)
      await Promise.all(ofTenant.map(({ id }) => rm(join(folder, `${id}.json`), { force: true })))
    },
  }
}
