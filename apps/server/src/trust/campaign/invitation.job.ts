import { dateLocale } from '@tradewind/contract/kit/locale'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import type { SettingValues } from '@tradewind/contract/platform/settingCatalogue'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { MAX_REMINDERS, MAX_STARS } from '@tradewind/contract/trust/review.constants'
import { eq } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import type { Database, Tx } from '#kit/database/database'
import { DAY_MS } from '#kit/days'
import type { FindActor } from '#kit/http/context'
import { job, type Jobs, worker } from '#kit/jobs'
import type { Links } from '#platform/identity/links.queries'
import type { Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { MailNotSent } from '#services/mail'
import type { LetterTexts, Mailer } from '#services/mailer'
import { type InvitationRow, reviewCampaigns, reviewInvitations } from '#trust/schema/review.table'
import { ownerOf } from '../owner.ts'
import type { HashAddress } from '../review.queries.ts'
import { surveyOf } from '../survey.queries.ts'
import {
  addBounce,
  endReminder,
  lockInvitation,
  mayHaveBeenSent,
  recordFailed,
  recordSent,
  updateInvitation,
  updateReminder,
} from './invitations.ts'
import { restoreRefusals } from './refusals.ts'
import { findBlockerMessages, findEndedCampaigns } from './resend.ts'

/** The columns of an invitation that its letter uses. */
export type Letter = Pick<
  InvitationRow,
  'uniqueId' | 'unsubscribeId' | 'language' | 'firstName' | 'remindedAt' | 'reminders' | 'expiresAt'
>

interface LetterInput {
  invitation: Letter
  brand: string
  /** The duration of the survey. */
  minutes: number
  /** Receives the customer's reply to the mail. */
  replyTo: string
  /** The owner's own sentence. */
  sentence: string | null
  tokenOf: (id: string) => string
  settingValues: Pick<SettingValues, 'TIME_ZONE'>
}

const greeting = phrase('Hello {name},')
const stars = phrase('Start by choosing a star. Nothing is sent before you have checked it.')

const firstLetter = {
  subject: phrase('How was it to work with {brand}?'),
  paragraphs: [
    phrase(
      '{brand} would like to know how it was to work with them. It takes about {minutes} minutes: a few questions, each answered with stars.',
    ),
    phrase('The link is personal and works until {date}.'),
    stars,
  ],
}
const reminderLetter = (isLast: boolean) => ({
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
export const invitationLetter = ({
  invitation,
  brand,
  minutes,
  replyTo,
  sentence,
  tokenOf,
  settingValues,
}: LetterInput): LetterTexts => {
  const { uniqueId, unsubscribeId, language, firstName, remindedAt, reminders, expiresAt } = invitation
  const dateFormat = { dateStyle: 'long', timeZone: settingValues.TIME_ZONE || 'UTC' } as const
  // The link ends at some hour of its last day: the day before is the last one on which it works until midnight.
  const date = new Intl.DateTimeFormat(dateLocale(language), dateFormat).format(Date.parse(expiresAt) - DAY_MS)
  const unsubscribe = `unsubscribe/${tokenOf(unsubscribeId)}`
  const survey = `review/${tokenOf(uniqueId)}?lang=${language}`
  const { subject, paragraphs } = remindedAt ? reminderLetter(reminders >= MAX_REMINDERS) : firstLetter
  return {
    subject,
    paragraphs: [greeting, ...(sentence ? ['{sentence}'] : []), ...paragraphs],
    button: { label: phrase('Give your review'), path: survey },
    stars: Array.from({ length: MAX_STARS }, (_, at) => `${survey}&stars=${at + 1}`),
    footer: phrase('You received this email because {brand} asked for your review through {tenant}.'),
    unsubscribe: {
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
  hashAddress: HashAddress
  links: Links
  findActor: FindActor
}

const SERVER_UNREACHABLE = phrase('The mail server cannot be reached')
const ACCOUNT_CLOSED = phrase('This account is closed')
const ALREADY_ANSWERED = phrase('They answered before the reminder went out')
const SURVEY_ENDED = phrase('The survey ended before the reminder went out')
const REVIEWS_OFF = phrase('Reviews are switched off')
const HOUR_SECONDS = 3600

/** The sender's data, if they have an active account, a brand, and permission to invite. */
const findSender = async ({ db, findActor }: Needs, payload: JobPayload) => {
  const reader = db.as(payload)
  const [invitation] = await reader.select().from(reviewInvitations).where(eq(reviewInvitations.uniqueId, payload.invitationId))
  if (!invitation) return undefined
  const { ownerId, campaignId } = invitation
  const { sentence, uniqueId } = reviewCampaigns
  const campaignQuery = reader.select({ sentence }).from(reviewCampaigns).where(eq(uniqueId, campaignId))
  const [owner, actor, [campaign]] = await Promise.all([
    ownerOf(reader, ownerId),
    findActor(payload.tenantId, ownerId),
    campaignQuery,
  ])
  if (!owner?.userCompanyName || !actor || !can(actor, reviewPolicy.keep, { ownerId })) return undefined
  return { brand: owner.userCompanyName, replyTo: owner.emailAddress, sentence: campaign?.sentence ?? null }
}

type Sender = NonNullable<Awaited<ReturnType<typeof findSender>>>

/** The sender's data, or the reason why no letter is sent. */
const checkSender = async (needs: Needs, payload: JobPayload) => {
  const tenant = await needs.tenants.byId(payload.tenantId)
  if (!tenant || tenant.deletedAt) return ACCOUNT_CLOSED
  if (!(await needs.settings.of(payload.tenantId)).REVIEWS_ENABLED) return REVIEWS_OFF
  return (await findSender(needs, payload)) ?? phrase('The sender can no longer ask for reviews')
}

const findBlocker = async (needs: Pick<Needs, 'hashAddress'>, tx: Tx, row: InvitationRow) => {
  await restoreRefusals(needs, tx, { tenantId: row.tenantId, uniqueId: row.ownerId }, [row.emailAddress])
  return (await findBlockerMessages(tx, row.ownerId, [row]))(row)?.toString()
}

/** The contact's current language, if known: they may have chosen it after the previous letter. */
const currentLanguage = async (tx: Tx, { contactId, language }: InvitationRow) => {
  const [contact] = await tx.select({ language: contacts.language }).from(contacts).where(eq(contacts.uniqueId, contactId))
  return contact?.language ?? language
}

/** Cancels a letter or, while reviews are switched off, postpones it by an hour, which does not count as a retry. */
const cancelOrPostpone = async (
  { jobs }: Pick<Needs, 'jobs'>,
  tx: Tx,
  row: InvitationRow,
  payload: JobPayload,
  problem: string,
) => {
  if (problem === REVIEWS_OFF) await jobs.send(tx, invitationJob, payload, { after: HOUR_SECONDS })
  else await recordFailed(tx, row, problem)
}

/** Starts sending the letter, if it is queued and nothing prevents it. */
const startSending = async (needs: Pick<Needs, 'jobs' | 'hashAddress'>, tx: Tx, payload: JobPayload, why: string | undefined) => {
  const row = await lockInvitation(tx, payload)
  if (row && mayHaveBeenSent(row)) await recordSent(tx, row, 'UNCERTAIN')
  if (row?.state === 'ANSWERED') await endReminder(tx, row, ALREADY_ANSWERED)
  if (row?.state === 'EXPIRED') await endReminder(tx, row, SURVEY_ENDED)
  if (row?.state !== 'QUEUED') return undefined
  return markSending(needs, tx, payload, { row, why })
}

interface QueuedLetter {
  row: InvitationRow
  /** Why no letter of this sender is sent. */
  why: string | undefined
}

const markSending = async (
  needs: Pick<Needs, 'jobs' | 'hashAddress'>,
  tx: Tx,
  payload: JobPayload,
  { row, why }: QueuedLetter,
) => {
  const isOver = Date.parse(row.expiresAt) <= Date.now() || (await findEndedCampaigns(tx, [row])).size > 0
  const problem = why ?? (await findBlocker(needs, tx, row))
  if (isOver) {
    await updateInvitation(tx, row, { state: 'EXPIRED' })
    await endReminder(tx, row, SURVEY_ENDED)
  } else if (problem) await cancelOrPostpone(needs, tx, row, payload, problem)
  if (isOver || problem) return undefined
  const language = await currentLanguage(tx, row)
  await updateInvitation(tx, row, { state: 'SENDING', language })
  await updateReminder(tx, row, { state: 'SENDING' })
  return { ...row, language }
}

const requeue = async (tx: Tx, row: InvitationRow, problem: string) => {
  await updateInvitation(tx, row, { state: 'QUEUED', problem })
  await updateReminder(tx, row, { state: 'QUEUED', problem })
}

/** Records that a letter was not sent. If it was certainly not accepted, it waits for the next retry; if the survey is answered, it has arrived. */
const recordUnsent = async (tx: Tx, row: InvitationRow, { outcome, reply }: MailNotSent) => {
  if (outcome === 'UNCERTAIN' || row.state === 'ANSWERED') await recordSent(tx, row, 'UNCERTAIN')
  if (row.state !== 'SENDING') return
  if (outcome === 'LATER') await requeue(tx, row, reply || SERVER_UNREACHABLE)
  if (outcome === 'REFUSED' || outcome === 'NOBODY')
    await recordFailed(tx, row, reply || phrase('The mail server refused the email'))
  if (outcome === 'NOBODY') await addBounce(tx, row)
}

const finishSending = async (tx: Tx, payload: JobPayload, unsent: MailNotSent | undefined) => {
  const row = await lockInvitation(tx, payload)
  if (row) await (unsent ? recordUnsent(tx, row, unsent) : recordSent(tx, row, 'SENT'))
}

/** The mailer reports the outcome as `MailNotSent`. Any other error occurred before the mail was handed over. */
const toUnsent = (error: unknown) => (error instanceof MailNotSent ? error : new MailNotSent('LATER', '', error))

export const invitationWorker = (needs: Needs) => {
  const { db, post, links, settings } = needs

  const send = async (payload: JobPayload, invitation: InvitationRow, sender: Sender) => {
    const { tenantId, letter } = payload
    const { minutes } = await surveyOf(db.as(payload), invitation)
    const tokenOf = (id: string) => links.tokenOf(tenantId, id)
    const words = invitationLetter({ invitation, ...sender, minutes, tokenOf, settingValues: await settings.of(tenantId) })
    const to = { address: invitation.emailAddress, language: invitation.language }
    if (!(await post(`${invitation.uniqueId}.${letter}`, tenantId, to, words))) throw new MailNotSent('REFUSED', ACCOUNT_CLOSED)
  }

  const work = async (payload: JobPayload) => {
    const sender = await checkSender(needs, payload)
    const why = typeof sender === 'string' ? sender : undefined
    const started = await db.write(payload, (tx) => startSending(needs, tx, payload, why))
    if (!started || typeof sender === 'string') return
    const unsent = await send(payload, started, sender).then(() => undefined, toUnsent)
    await db.write(payload, (tx) => finishSending(tx, payload, unsent))
    if (unsent?.outcome === 'LATER') throw unsent
  }

  /** After the last retry. */
  const abandon = (payload: JobPayload) =>
    db.write(payload, async (tx) => {
      const row = await lockInvitation(tx, payload)
      if (row && mayHaveBeenSent(row)) await recordSent(tx, row, 'UNCERTAIN')
      if (row?.state === 'QUEUED') await recordFailed(tx, row, row.problem ?? SERVER_UNREACHABLE)
    })

  return worker(invitationJob, work, abandon)
}
