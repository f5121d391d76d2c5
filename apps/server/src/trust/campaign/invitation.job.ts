import { can } from '@tradewind/contract/kit/policy'
import { phrase } from '@tradewind/contract/kit/say'
import type { Decided } from '@tradewind/contract/platform/settingCatalogue'
import type { Actor } from '@tradewind/contract/roles'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { HIGHEST, MOST_REMINDERS } from '@tradewind/contract/trust/review.words'
import { eq } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import type { Database, Tx } from '#kit/database/database'
import { job, type Jobs, worker } from '#kit/jobs'
import type { Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { Unsent } from '#services/mail'
import type { Mailer, Words } from '#services/mailer'
import { type InvitationRow, reviewCampaigns, reviewInvitations } from '#trust/schema/review.table'
import { ownerOf } from '../owner.ts'
import { surveyOf } from '../survey.queries.ts'
import { barringAmong } from './again.ts'
import { bounced, change, endReminder, failed, goneOut, hold, mayHaveGone, noteReminder } from './invitations.ts'

/** The columns of an invitation that its letter uses. */
export type Letter = Pick<
  InvitationRow,
  'uniqueId' | 'unsubscribeId' | 'language' | 'firstName' | 'remindedAt' | 'reminders' | 'expiresAt'
>

interface Written {
  invitation: Letter
  brand: string
  /** The duration of the survey. */
  minutes: number
  /** Receives the customer's reply to the mail. */
  replyTo: string
  /** The owner's own sentence. */
  sentence: string | null
  tokenOf: (id: string) => string
  decided: Pick<Decided, 'TIME_ZONE'>
}

const greeting = phrase('Hello {name},')
const stars = phrase('You can begin by pressing a star. Nothing is sent before you have looked at it.')

const first = {
  subject: phrase('How was it to work with {brand}?'),
  paragraphs: [
    phrase(
      '{brand} would like to know how it was to work with them. It takes about {minutes} minutes: a few questions, each answered with stars.',
    ),
    phrase('The link is personal and works until {date}.'),
    stars,
  ],
}
const reminder = (isLast: boolean) => ({
  subject: phrase('A reminder: how was it to work with {brand}?'),
  paragraphs: [
    phrase(
      '{brand} asked for your opinion and has not heard from you yet. It takes about {minutes} minutes: a few questions, each answered with stars.',
    ),
    isLast
      ? phrase('The link is personal and works until {date}. You will get no other reminder.')
      : phrase('The link is personal and works until {date}.'),
    stars,
  ],
})

/** The letter of an invitation, or of a reminder. */
export const invitationLetter = ({ invitation, brand, minutes, replyTo, sentence, tokenOf, decided }: Written): Words => {
  const { uniqueId, unsubscribeId, language, firstName, remindedAt, reminders, expiresAt } = invitation
  const way = { dateStyle: 'long', timeZone: decided.TIME_ZONE || 'UTC' } as const
  const date = new Intl.DateTimeFormat(language, way).format(Date.parse(expiresAt))
  const unsubscribe = `unsubscribe/${tokenOf(unsubscribeId)}`
  const survey = `review/${tokenOf(uniqueId)}?lang=${language}`
  const { subject, paragraphs } = remindedAt ? reminder(reminders >= MOST_REMINDERS) : first
  return {
    subject,
    paragraphs: [greeting, ...(sentence ? ['{sentence}'] : []), ...paragraphs],
    button: { label: phrase('Give your review'), path: survey },
    stars: Array.from({ length: HIGHEST }, (_, at) => `${survey}&stars=${at + 1}`),
    footer: phrase('You received this email because {brand} asked for your review through {tenant}.'),
    leave: {
      label: phrase('No more invitations of {brand}'),
      path: `${unsubscribe}?lang=${language}`,
      post: `api/review/${unsubscribe}`,
    },
    replyTo,
    values: { brand, name: firstName, date, minutes: String(minutes), sentence: sentence ?? '' },
  }
}

interface JobPayload {
  tenantId: string
  partitionId: string
  invitationId: string
  /** The number of the invitation's letter. */
  letter: number
}

/**
 * Sends a letter of an invitation, once. SENDING is committed before and SENT after: a job that finds SENDING knows that a node died in
 * between, and that the letter may have been sent.
 */
export const invitationJob = job<JobPayload>({
  name: 'review.invitation',
  retries: 82,
  slowest: 3600,
  expires: 240,
  heartbeat: 20,
})

interface Needs {
  db: Database
  jobs: Pick<Jobs, 'send'>
  post: Mailer
  tenants: Tenants
  settings: TenantSettings
  links: { tokenOf: (tenantId: string, id: string) => string }
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
}

const AWAY = phrase('The mail server cannot be reached')
const CLOSED = phrase('This account is closed')
const ANSWERED = phrase('They answered before the reminder went out')
const ENDED = phrase('The survey ended before the reminder went out')
const OFF = phrase('Reviews are switched off')
const HOUR = 3600

/** The sender's data, if they have an active account, a brand, and permission to invite. */
const askerOf = async ({ db, findActor }: Needs, payload: JobPayload) => {
  const reader = db.as(payload)
  const [invitation] = await reader.select().from(reviewInvitations).where(eq(reviewInvitations.uniqueId, payload.invitationId))
  if (!invitation) return undefined
  const { ownerId, campaignId } = invitation
  const { sentence, uniqueId } = reviewCampaigns
  const said = reader.select({ sentence }).from(reviewCampaigns).where(eq(uniqueId, campaignId))
  const [owner, actor, [campaign]] = await Promise.all([ownerOf(reader, ownerId), findActor(payload.tenantId, ownerId), said])
  if (!owner?.userCompanyName || !actor || !can(actor, reviewPolicy.keep, { ownerId })) return undefined
  return { brand: owner.userCompanyName, replyTo: owner.emailAddress, sentence: campaign?.sentence ?? null }
}

type Asker = NonNullable<Awaited<ReturnType<typeof askerOf>>>

/** The sender's data, or the reason why no letter is sent. */
const standing = async (needs: Needs, payload: JobPayload) => {
  const tenant = await needs.tenants.byId(payload.tenantId)
  if (!tenant || tenant.deletedAt) return CLOSED
  if (!(await needs.settings.of(payload.tenantId)).REVIEWS_ENABLED) return OFF
  return (await askerOf(needs, payload)) ?? phrase('The sender can no longer ask for reviews')
}

const barring = async (tx: Tx, row: InvitationRow) => (await barringAmong(tx, row.ownerId, [row]))(row)?.toString()

/** The contact's current language, if known: they may have chosen it after the previous letter. */
const languageOf = async (tx: Tx, { contactId, language }: InvitationRow) => {
  const [contact] = await tx.select({ language: contacts.language }).from(contacts).where(eq(contacts.uniqueId, contactId))
  return contact?.language ?? language
}

/** Cancels a letter or, while reviews are switched off, postpones it by an hour, which does not count as a retry. */
const keepBack = async ({ jobs }: Pick<Needs, 'jobs'>, tx: Tx, row: InvitationRow, payload: JobPayload, problem: string) => {
  if (problem === OFF) await jobs.send(tx, invitationJob, payload, { after: HOUR })
  else await failed(tx, row, problem)
}

/** Starts sending the letter, if it is queued and nothing prevents it. */
const begin = async (needs: Pick<Needs, 'jobs'>, tx: Tx, payload: JobPayload, why: string | undefined) => {
  const row = await hold(tx, payload)
  if (row && mayHaveGone(row)) await goneOut(tx, row, 'UNCERTAIN')
  if (row?.state === 'ANSWERED') await endReminder(tx, row, ANSWERED)
  if (row?.state === 'EXPIRED') await endReminder(tx, row, ENDED)
  if (row?.state !== 'QUEUED') return undefined
  return goOn(needs, tx, payload, { row, why })
}

interface Waiting {
  row: InvitationRow
  /** Why no letter of this sender is sent. */
  why: string | undefined
}

const goOn = async (needs: Pick<Needs, 'jobs'>, tx: Tx, payload: JobPayload, { row, why }: Waiting) => {
  const isOver = Date.parse(row.expiresAt) <= Date.now()
  const problem = why ?? (await barring(tx, row))
  if (isOver) {
    await change(tx, row, { state: 'EXPIRED' })
    await endReminder(tx, row, ENDED)
  } else if (problem) await keepBack(needs, tx, row, payload, problem)
  if (isOver || problem) return undefined
  const language = await languageOf(tx, row)
  await change(tx, row, { state: 'SENDING', language })
  await noteReminder(tx, row, { state: 'SENDING' })
  return { ...row, language }
}

const wait = async (tx: Tx, row: InvitationRow, problem: string) => {
  await change(tx, row, { state: 'QUEUED', problem })
  await noteReminder(tx, row, { state: 'QUEUED', problem })
}

/** Records that a letter was not sent. If it was certainly not accepted, it waits for the next retry; if the survey is answered, it has arrived. */
const note = async (tx: Tx, row: InvitationRow, { fate, said }: Unsent) => {
  if (fate === 'UNCERTAIN' || row.state === 'ANSWERED') await goneOut(tx, row, 'UNCERTAIN')
  if (row.state !== 'SENDING') return
  if (fate === 'LATER') await wait(tx, row, said || AWAY)
  if (fate === 'REFUSED' || fate === 'NOBODY') await failed(tx, row, said || phrase('The mail server refused the email'))
  if (fate === 'NOBODY') await bounced(tx, row)
}

const end = async (tx: Tx, payload: JobPayload, unsent: Unsent | undefined) => {
  const row = await hold(tx, payload)
  if (row) await (unsent ? note(tx, row, unsent) : goneOut(tx, row, 'SENT'))
}

/** The mailer reports the outcome as `Unsent`. Any other error occurred before the mail was handed over. */
const asUnsent = (error: unknown) => (error instanceof Unsent ? error : new Unsent('LATER', '', error))

export const invitationWorker = (needs: Needs) => {
  const { db, post, links, settings } = needs

  const send = async (payload: JobPayload, invitation: InvitationRow, asker: Asker) => {
    const { tenantId, letter } = payload
    const { minutes } = await surveyOf(db.as(payload), invitation)
    const tokenOf = (id: string) => links.tokenOf(tenantId, id)
    const words = invitationLetter({ invitation, ...asker, minutes, tokenOf, decided: await settings.of(tenantId) })
    const to = { address: invitation.emailAddress, language: invitation.language }
    if (!(await post(`${invitation.uniqueId}.${letter}`, tenantId, to, words))) throw new Unsent('REFUSED', CLOSED)
  }

  const work = async (payload: JobPayload) => {
    const asker = await standing(needs, payload)
    const why = typeof asker === 'string' ? asker : undefined
    const begun = await db.write(payload, (tx) => begin(needs, tx, payload, why))
    if (!begun || typeof asker === 'string') return
    const unsent = await send(payload, begun, asker).then(() => undefined, asUnsent)
    await db.write(payload, (tx) => end(tx, payload, unsent))
    if (unsent?.fate === 'LATER') throw unsent
  }

  /** After the last retry. */
  const giveUp = (payload: JobPayload) =>
    db.write(payload, async (tx) => {
      const row = await hold(tx, payload)
      if (row && mayHaveGone(row)) await goneOut(tx, row, 'UNCERTAIN')
      if (row?.state === 'QUEUED') await failed(tx, row, row.problem ?? AWAY)
    })

  return worker(invitationJob, work, giveUp)
}
