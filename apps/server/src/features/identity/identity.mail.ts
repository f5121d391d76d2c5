import type { Language } from '@tradewind/contract/message/message.contract'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import { job, worker } from '#kit/jobs'
import { write } from '#services/mail/letter'
import type { Mail } from '#services/mail/mail'
import type { Tenant, Tenants } from '../tenant/tenant.queries.ts'
import { users } from '../user/user.table.ts'
import { type LinkPurpose, linkTokens } from './identity.table.ts'
import type { Links } from './link/tokens.ts'

/** A letter with a link, or one that tells of something that was done. */
export const letterJob = job<{ tenantId: string; userId: string; linkId?: string; key: string }>({
  name: 'identity.letter',
  retries: 5,
  expires: 120,
})

interface Posting {
  db: Database
  mail: Mail
  links: Links
  tenants: Tenants
  /** Where a tenant's pages live, from settings. */
  originOf: (tenant: Tenant) => string
  /** Says an English text in a language: `{name}` takes a value. */
  say: (language: Language, english: string, values?: Record<string, string>) => string
}

/** What every letter is written in: nobody's own language is kept. */
const language = 'en'

interface Words {
  subject: string
  paragraphs: readonly string[]
  button?: { label: string; path: string }
}

const words: Record<LinkPurpose | 'PASSWORD_CHANGED', Words> = {
  RESET_PASSWORD: {
    subject: 'Set a new password',
    paragraphs: [
      'You asked for a new password. The link below is good for one hour, and once.',
      'If it was not you, nothing has changed: leave this mail be.',
    ],
    button: { label: 'Set a new password', path: 'resetPassword' },
  },
  SET_PASSWORD: {
    subject: 'Welcome: choose your password',
    paragraphs: ['An account was opened for you. Choose a password to sign in. The link below is good for seven days, and once.'],
    button: { label: 'Choose a password', path: 'resetPassword' },
  },
  PASSWORD_CHANGED: {
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and other sessions were ended.',
      'If it was not you, set a new one at once by “Forgot Password” on the sign-in page.',
    ],
  },
  EXPORT: { subject: '', paragraphs: [] },
}

interface Errand {
  tenantId: string
  userId: string
  linkId?: string
}

/** Whom the letter is for and what link it carries. Nothing where tenant, user or link have ended since. */
const addressed = async ({ db, tenants }: Posting, { tenantId, userId, linkId }: Errand) => {
  const reader = db.as(tenantScope(tenantId))
  const tenant = await tenants.byId(tenantId)
  const living = and(eq(users.uniqueId, userId), isNull(users.deletedAt))
  const [user] = await reader.select().from(users).where(living)
  if (!tenant || tenant.deletedAt || !user) return undefined
  if (!linkId) return { tenant, user, link: undefined }
  const good = and(eq(linkTokens.uniqueId, linkId), isNull(linkTokens.usedAt), gt(linkTokens.expiresAt, sql`now()`))
  const [link] = await reader.select().from(linkTokens).where(good)
  return link && { tenant, user, link }
}

/** Writes the letter that the job names. */
export const letterWorker = (posting: Posting) =>
  worker(letterJob, async ({ key, ...errand }) => {
    const found = await addressed(posting, errand)
    if (!found) return
    const { tenant, user, link } = found
    const { subject, paragraphs, button } = words[link?.purpose ?? 'PASSWORD_CHANGED']
    const token = link && posting.links.tokenOf(tenant.uniqueId, link.uniqueId)
    const say = (english: string) =>
      posting.say(language, english, { name: user.firstName, address: user.emailAddress, tenant: tenant.fullName })
    const body = write({
      sender: tenant.fullName,
      title: say(subject),
      paragraphs: ['Hello {name},', ...paragraphs].map(say),
      ...(button ? { button: { label: say(button.label), url: `${posting.originOf(tenant)}/${button.path}/${token}` } } : {}),
      footer: say('You get this mail because {address} has an account at {tenant}.'),
      language,
    })
    await posting.mail.send(key, { to: user.emailAddress, subject: `${say(subject)} · ${tenant.fullName}`, ...body })
  })
