import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import { job, worker } from '#kit/jobs'
import { type AccessPurpose, linkTokens } from '#platform/schema/identity.table'
import type { Mailer } from '#services/mailer'
import { userById } from './account.ts'
import type { Links } from './links.queries.ts'

/** A letter with a link, or one that reports what was done. */
export const letterJob = job<JobPayload & { key: string }>({
  name: 'identity.letter',
  letter: 'ACCOUNT',
})

/** The kind of letter: the purpose of its link, or what was done. */
type Letter = AccessPurpose | 'PASSWORD_CHANGED' | 'ADDRESS_ASKED' | 'ADDRESS_CHANGED'

interface JobPayload {
  tenantId: string
  userId: string
  linkId?: string
  /** Set if the link does not determine it. */
  letter?: Letter
  /** The language of the page that asked for it, for users who have chosen none. */
  language?: Language | null
}

interface LetterNeeds {
  db: Database
  links: Links
  post: Mailer
}

interface LetterText {
  subject: string
  paragraphs: readonly string[]
  button?: { label: string; path: string }
  footer?: string
}

const letterTexts: Record<Letter, LetterText> = {
  RESET_PASSWORD: {
    subject: phrase('Set a new password'),
    paragraphs: [
      phrase('You requested a new password. The link below works once, within one hour.'),
      phrase('If it was not you, ignore this email. Nothing has changed.'),
    ],
    button: { label: phrase('Set a new password'), path: 'resetPassword' },
  },
  SET_PASSWORD: {
    subject: phrase('Welcome: choose your password'),
    paragraphs: [
      phrase('An account was created for you. Choose a password to sign in. The link below works once, within seven days.'),
    ],
    button: { label: phrase('Choose a password'), path: 'resetPassword' },
  },
  PASSWORD_CHANGED: {
    subject: phrase('Your password was changed'),
    paragraphs: [
      phrase('The password of your account was changed, and other sessions were ended.'),
      phrase('If it was not you, set a new one right away with “Forgot Password” on the sign-in page.'),
    ],
  },
  CONFIRM_ADDRESS: {
    subject: phrase('Confirm your address'),
    paragraphs: [
      phrase('You asked to sign in with this address from now on. The link below works once, within one day.'),
      phrase('If it was not you, ignore this email. Nothing has changed.'),
    ],
    button: { label: phrase('Confirm the address'), path: 'verify' },
  },
  ADDRESS_ASKED: {
    subject: phrase('A different address was requested'),
    paragraphs: [
      phrase(
        'Someone who knows your password asked to change the address of your account. Until the new address is confirmed, this one stays in use.',
      ),
      phrase('If it was you, there is nothing to do.'),
      phrase(
        'If it was not you, stop it with the link below. It works for seven days, ends every session and lets you choose a new password.',
      ),
    ],
    button: { label: phrase('It was not me: keep this address'), path: 'undoAddress' },
  },
  ADDRESS_CHANGED: {
    subject: phrase('The address of your account was changed'),
    paragraphs: [
      phrase('Your account now uses a different, confirmed address to sign in. This address no longer belongs to it.'),
      phrase('If it was you, there is nothing to do.'),
      phrase(
        'If it was not you, undo it with the link below. It works for seven days, ends every session and lets you choose a new password.',
      ),
    ],
    button: { label: phrase('It was not me: take it back'), path: 'undoAddress' },
    footer: phrase('You received this email because {address} was the address of an account at {tenant}.'),
  },
  EXPORT: { subject: '', paragraphs: [] },
  CALENDAR: { subject: '', paragraphs: [] },
}

/** The recipient and the link of the letter. Nothing if the tenant, user or link has ended meanwhile. */
const findRecipient = async ({ db }: LetterNeeds, { tenantId, userId, linkId }: JobPayload) => {
  const reader = db.as(tenantScope(tenantId))
  const user = await userById(reader, userId)
  if (!user || !linkId) return user && { user, link: undefined }
  const isValid = and(eq(linkTokens.uniqueId, linkId), isNull(linkTokens.usedAt), gt(linkTokens.expiresAt, sql`now()`))
  const [link] = await reader.select().from(linkTokens).where(isValid)
  return link && { user, link }
}

/** A letter about a new address goes to that address, and an undo link to the previous one; all others go to the current one. */
const addressOf = (link: typeof linkTokens.$inferSelect | undefined, currentAddress: string) =>
  link?.purpose === 'CONFIRM_ADDRESS' || link?.purpose === 'UNDO_ADDRESS' ? link.subject : currentAddress

/** Sends the letter that the job names. */
export const letterWorker = (posting: LetterNeeds) =>
  worker(letterJob, async ({ key, ...payload }) => {
    const found = await findRecipient(posting, payload)
    if (!found) return
    const { user, link } = found
    const letter = payload.letter ?? (link?.purpose as AccessPurpose | undefined) ?? 'PASSWORD_CHANGED'
    const { subject, paragraphs, button, footer } = letterTexts[letter]
    const token = link && posting.links.tokenOf(payload.tenantId, link.uniqueId)
    const address = addressOf(link, user.emailAddress)
    await posting.post(
      key,
      payload.tenantId,
      { address, language: user.language ?? payload.language ?? null },
      {
        subject,
        paragraphs: [phrase('Hello {name},'), ...paragraphs],
        ...(button && { button: { label: button.label, path: `${button.path}/${token}` } }),
        footer: footer ?? phrase('You received this email because {address} has an account at {tenant}.'),
        values: { name: user.firstName, address },
      },
    )
  })
