import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'

/**
 * What became of a mail that was not sent. LATER: it was surely not taken, and may be tried again. REFUSED: it was refused for good.
 * NOBODY: so, because its recipient takes no mail. UNCERTAIN: it may have been taken.
 */
export type Fate = 'LATER' | 'REFUSED' | 'NOBODY' | 'UNCERTAIN'

/** A mail that was not sent, as far as is known. */
export class Unsent extends Error {
  readonly fate: Fate
  /** What the other side said, in a line. */
  readonly said: string
  constructor(fate: Fate, said: string, cause?: unknown) {
    super(said || fate, { cause })
    this.fate = fate
    this.said = said
  }
}

/** What nodemailer tells of a failure. */
interface Failure {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Where a letter itself is refused, not we. */
const ofLetter = ['MAIL FROM', 'RCPT TO', 'DATA']
/** There is no such recipient, by the code (RFC 3463; .7 and .8 are about the sender). */
const saysNobody = (response: string) => /^\d{3}[ -]5\.1\.(?![78]\b)\d/.test(response)
const saysMore = (response: string) => /^\d{3}[ -]\d\.\d+\.\d/.test(response)
/** What servers say that refuse for what they think of us: the recipient may well exist. */
const isOfUs = (response: string) =>
  /relay|block|black ?list|denied|spam|polic|reputation|banned|authenti|prohibit|not allowed|not permitted/i.test(response)
const isOfRecipient = (responseCode: number, response: string) =>
  saysNobody(response) || ([550, 551, 553].includes(responseCode) && !saysMore(response) && !isOfUs(response))

const fateOfReply = (responseCode: number, command: string, response: string): Fate => {
  const isFinal = responseCode >= 500 && responseCode !== 503 && ofLetter.includes(command)
  if (!isFinal) return 'LATER'
  return command === 'RCPT TO' && isOfRecipient(responseCode, response) ? 'NOBODY' : 'REFUSED'
}

/** `isOut`: its text had begun to go over the line. A line that is cut then tells nothing; a reply does. */
const fateOf = ({ code, command = '', response = '', responseCode }: Failure, isOut: boolean): Fate => {
  if (responseCode) return fateOfReply(responseCode, command, response)
  if (isOut) return 'UNCERTAIN'
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'REFUSED' : 'LATER'
}

const LONGEST = 300
const lineOf = (response = '') =>
  response
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)

/** A failure as whoever wrote the mail understands it. */
const unsent = (error: unknown, isOut: boolean) => {
  const failure = error as Failure
  return new Unsent(fateOf(failure, isOut), lineOf(failure.response), error)
}

export interface Message {
  to: string
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
  /** A calendar entry, as a part of its own that calendars understand (iTIP). */
  calendar?: { method: string; text: string }
  /** Where an answer goes, where that is not the sender. */
  replyTo?: string
  /** In whose name it is written: where mails are kept they are forgotten with that tenant. */
  tenantId?: string
}
/** A mail as the mailbox page shows it. */
export interface Kept extends Message {
  id: string
  from: string
  at: string
}

export interface Mail {
  /**
   * Hands the mail over, or throws Unsent. `key` names it for good: it is in its Message-ID. `begin` is waited for before the first byte
   * of it goes out.
   */
  send: (key: string, message: Message, begin?: () => Promise<void>) => Promise<void>
  /** Whether mails could be handed over now: somebody answers, and knows us. */
  isReachable: () => Promise<boolean>
  /** The mails that were kept here instead of sent, the latest first. None where they are really sent. */
  mailbox?: () => Promise<Kept[]>
  /** Forgets those that were kept in a tenant's name. */
  forget?: (tenantId: string) => Promise<void>
}

/** One plain address. Whatever could name a second recipient is refused. */
const isPlain = (address: string) => /^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/.test(address)
/** A letter goes out without an address for answers that is none. */
const checked = ({ replyTo, ...message }: Message) => {
  if (!isPlain(message.to)) throw new Unsent('REFUSED', 'This address cannot be written to')
  const answers = replyTo && isPlain(replyTo) ? { replyTo } : {}
  return { ...message, ...answers, subject: message.subject.replace(/[\r\n]+/g, ' ') }
}

/** Milliseconds that the other side may take for a step. All steps together end before the job of a letter is taken for lost. */
const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, dnsTimeout: 20_000, socketTimeout: 60_000 }

/** The bytes of a mail, and a word when the first of them is asked for. */
const telling = (bytes: Readable, begun: () => Promise<void>) =>
  Readable.from(
    (async function* () {
      await begun()
      yield* bytes
    })(),
    { objectMode: false },
  )

const partOf = (calendar: Message['calendar']) =>
  calendar && { icalEvent: { method: calendar.method, filename: 'invitation.ics', content: calendar.text } }

/** The tenant is in it, so that whoever is told of a letter that came back finds it there. */
const messageIdOf = (key: string, tenantId: string | undefined) => `<${key}${tenantId ? `_${tenantId}` : ''}@tradewind>`

/** Sends by SMTP, each mail over a line of its own. */
export const openSmtp = (url: string, from: string): Mail => {
  const transport = createTransport({ url, ...patience }, { from, disableFileAccess: true, disableUrlAccess: true })
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((bytes) => telling(bytes, (data as { begun: () => Promise<void> }).begun))
    done()
  })
  return {
    send: async (key, message, begin) => {
      const { to, tenantId, calendar, ...mail } = checked(message)
      let isOut = false
      const begun = async () => {
        await begin?.()
        isOut = true
      }
      const named = { to: { name: '', address: to }, messageId: messageIdOf(key, tenantId), begun }
      await transport.sendMail({ ...mail, ...partOf(calendar), ...named }).catch((error: unknown) => {
        throw unsent(error, isOut)
      })
    },
    isReachable: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
  }
}

const keptIn = async (folder: string) => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Kept))
}

/** Keeps mails in a folder, for the mailbox page of an evaluation. */
export const openMailbox = (folder: string, from: string): Mail => ({
  send: async (key, message) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700) // it may be there of an earlier version
    const at = new Date().toISOString()
    const kept: Kept = { id: key, from, at, ...checked(message) }
    const aside = join(folder, `.${key}`)
    await writeFile(aside, JSON.stringify(kept), { mode: 0o600 })
    await rename(aside, join(folder, `${key}.json`))
  },
  isReachable: async () => true,
  mailbox: async () => (await keptIn(folder)).toSorted((one, other) => other.at.localeCompare(one.at)),
  forget: async (tenantId) => {
    const own = (await keptIn(folder)).filter((mail) => mail.tenantId === tenantId)
    await Promise.all(own.map(({ id }) => rm(join(folder, `${id}.json`), { force: true })))
  },
})
