import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export interface Message {
  to: string
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
}
/** A mail as the mailbox page shows it. */
export interface Kept extends Message {
  id: string
  from: string
  at: string
}

export interface Mail {
  /** Hands the mail over. `key` names it for good: it stands in its Message-ID. */
  send: (key: string, message: Message) => Promise<void>
  /** The mails that were kept here instead of sent, the latest first. None where they are really sent. */
  mailbox?: () => Promise<Kept[]>
}

/** One plain address. Whatever could name a second recipient is refused. */
const isPlain = (address: string) => /^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/.test(address)
const checked = (message: Message) => {
  if (!isPlain(message.to)) throw new Error('This address cannot be written to')
  return { ...message, subject: message.subject.replace(/[\r\n]+/g, ' ') }
}

/** Sends by SMTP. */
export const openSmtp = (url: string, from: string): Mail => {
  const transport = createTransport(url, { from, disableFileAccess: true, disableUrlAccess: true })
  return {
    send: async (key, message) => {
      const { to, ...mail } = checked(message)
      await transport.sendMail({ ...mail, to: { name: '', address: to }, messageId: `<${key}@tradewind>` })
    },
  }
}

/** Keeps mails in a folder, for the mailbox page of an evaluation. */
export const openMailbox = (folder: string, from: string): Mail => ({
  send: async (key, message) => {
    await mkdir(folder, { recursive: true })
    const at = new Date().toISOString()
    const kept: Kept = { id: key, from, at, ...checked(message) }
    const aside = join(folder, `.${key}`)
    await writeFile(aside, JSON.stringify(kept))
    await rename(aside, join(folder, `${key}.json`))
  },
  mailbox: async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
    const mails = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Kept))
    return mails.toSorted((one, other) => other.at.localeCompare(one.at))
  },
})
