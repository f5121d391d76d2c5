import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { job, type Jobs, worker } from '#kit/jobs'
import { accessPurposes } from '#platform/schema/identity.table'
import type { LetterTexts, Mailer } from '#services/mailer'
import { userByAddress } from './account.ts'
import { letterJob } from './identity.mail.ts'
import type { Links } from './links.queries.ts'
import { endSessions } from './sessions.ts'
import { endLinks } from './tokens.ts'

interface JobPayload {
  tenantId: string
  emailAddress: string
  /** The language of the sign-up page. */
  language: Language | null
  linkId: string
  /** The page for which the visitor signed up. */
  next?: string
  isWritten: boolean
}

/** Mails the owner of an address with which somebody signed up: a link that verifies it, or a reminder that they have an account. */
export const welcomeJob = job<JobPayload>({ name: 'identity.welcome', letter: 'SIGN_UP' })

interface Needs {
  db: Database
  links: Links
  post: Mailer
}
type User = NonNullable<Awaited<ReturnType<typeof userByAddress>>>

const SEVEN_DAYS_MINUTES = 7 * 24 * 60

/** The address may be anybody's: the mail contains nothing that the visitor typed. */
const welcomeMail = (address: string, token: string, next: string | undefined): LetterTexts => ({
  subject: phrase('Confirm your address and choose a password'),
  paragraphs: [
    phrase('Hello,'),
    phrase(
      'Someone requested a free account with this address, {address}. Choose a password to confirm that it is yours and to sign in. The link below works once, within seven days.',
    ),
    phrase('If it was not you, ignore this email. Nobody can sign in without a password.'),
  ],
  button: {
    label: phrase('Choose a password'),
    path: `resetPassword/${token}${next ? `?next=${encodeURIComponent(next)}` : ''}`,
  },
  footer: phrase('You received this email because {address} was used to sign up at {tenant}.'),
  values: { address },
})

const reminderMail = ({ firstName, emailAddress: address }: User): LetterTexts => ({
  subject: phrase('You already have an account'),
  paragraphs: [
    phrase('Hello {name},'),
    phrase('Someone requested a free account with this address, {address}. You already have an account: just sign in.'),
    phrase('If you no longer know your password, choose “Forgot Password” on the sign-in page.'),
    phrase('If it was not you, ignore this email. Nothing has changed.'),
  ],
  button: { label: phrase('Sign in'), path: 'auth/login' },
  footer: phrase('You received this email because {address} has an account at {tenant}.'),
  values: { name: firstName, address },
})

/** Creates a link for a user who has no password yet; earlier ones end. A retry creates the same link. */
const mailFor = async ({ links }: Needs, tx: Tx, { tenantId, linkId, next }: JobPayload, user: User) => {
  if (user.passwordHash !== null) return reminderMail(user)
  const link = { uniqueId: linkId, purpose: 'SET_PASSWORD', userId: user.uniqueId, minutes: SEVEN_DAYS_MINUTES } as const
  const { token } = await links.make(tx, tenantId, link)
  await endLinks(tx, user.uniqueId, ['SET_PASSWORD'], linkId)
  return welcomeMail(user.emailAddress, token, next)
}

export const welcomeWorker = (needs: Needs) =>
  worker(welcomeJob, async (payload) => {
    const { tenantId, emailAddress, language, linkId, isWritten } = payload
    if (!isWritten) return
    await needs.db.write(tenantScope(tenantId), async (tx) => {
      const user = await userByAddress(tx, emailAddress)
      if (!user) return
      const words = await mailFor(needs, tx, payload, user)
      // Rolled back if the mail cannot be handed over: the retry sends the same mail.
      await needs.post(linkId, tenantId, { address: user.emailAddress, language: user.language ?? language }, words)
    })
  })

/** How users get and lose access, for use by other features. */
export const invitations = ({ links, jobs }: { links: Links; jobs: Jobs }) => ({
  /** Mails a link to choose the first password, valid for seven days. Earlier ones end. */
  invite: async (tx: Tx, tenantId: string, userId: string) => {
    const { uniqueId: linkId } = await links.make(tx, tenantId, { purpose: 'SET_PASSWORD', userId, minutes: SEVEN_DAYS_MINUTES })
    await endLinks(tx, userId, ['SET_PASSWORD'], linkId)
    await jobs.send(tx, letterJob, { tenantId, userId, linkId, key: linkId })
  },
  /** The same for any number of new users, in two statements. */
  inviteAll: async (tx: Tx, tenantId: string, userIds: readonly string[]) => {
    const newLinks = await links.makeAll(tx, tenantId, userIds, { purpose: 'SET_PASSWORD', minutes: SEVEN_DAYS_MINUTES })
    const letters = newLinks.map(({ uniqueId, userId }) => ({ tenantId, userId, linkId: uniqueId, key: uniqueId }))
    await jobs.sendAll(tx, letterJob, letters)
  },
  /** Ends every session and link of a user, immediately and on every node. */
  endAccess: async (tx: Tx, tenantId: string, userId: string) => {
    await endLinks(tx, userId, accessPurposes)
    await endSessions(tx, tenantId, userId)
  },
})
