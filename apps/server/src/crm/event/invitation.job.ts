import { type Language, languages } from '@tradewind/contract/kit/language'
import { dateLocale } from '@tradewind/contract/kit/locale'
import { phrase } from '@tradewind/contract/kit/phrase'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { CANCELLED, type EventInvitationRow, eventInvitations, type EventRow, events, REPEATED } from '#crm/schema/event.table'
import type { Database, Reader, Tx } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { iCalendar } from '#kit/icalendar'
import { job, type Jobs, worker } from '#kit/jobs'
import type { Links } from '#platform/identity/links.queries'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { Tenant, Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { LetterTexts, Mailer } from '#services/mailer'
import { invitedEntryOf, shortDescription } from './calendarFile.ts'

interface LetterData {
  invitation: EventInvitationRow
  event: EventRow
  language: Language
  timeZone: string
  /** The name of the inviting user. */
  inviterName: string
  organizer: { name: string; address: string }
  replyTo: string | undefined
  origin: string
  token: string
}

const invited = { subject: phrase('Invitation: {title}'), words: phrase('{by} invites you to “{title}”.') }
const changed = { subject: phrase('Changed: {title}'), words: phrase('“{title}”, to which {by} has invited you, has changed.') }
const cancelled = {
  subject: phrase('Cancelled: {title}'),
  words: phrase('“{title}”, to which {by} had invited you, is cancelled for you. You do not need to do anything.'),
}

/** An invitation, if they were told nothing before, or that it was cancelled, or if it is sent again. */
const occasionOf = ({ wanted, told }: EventInvitationRow) => {
  if (wanted === CANCELLED) return cancelled
  return told === null || told === CANCELLED || told === REPEATED ? invited : changed
}

/** The letter that invites somebody or describes a change, with an iCalendar entry. */
const buildEventLetter = (data: LetterData): LetterTexts => {
  const { invitation, event, language, timeZone, inviterName, organizer, replyTo, token } = data
  const { subject, words } = occasionOf(invitation)
  const isCancelled = invitation.wanted === CANCELLED
  const method = isCancelled ? 'CANCEL' : 'REQUEST'
  const attendee = { name: invitation.name, address: invitation.emailAddress }
  const time = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'full', timeStyle: 'short', timeZone })
  return {
    subject,
    paragraphs: [
      ...(invitation.name ? [phrase('Hello {name},')] : []),
      words,
      phrase('When: {time} ({zone})'),
      phrase('Where: {location}'),
      ...(isCancelled ? [] : ['{description}']),
    ],
    ...(!isCancelled && {
      button: { label: phrase('Accept or decline'), path: `invitation/${token}?lang=${language}` },
    }),
    footer: phrase('You received this email because {by} invited {address} to an event of {tenant}.'),
    ...(replyTo && { replyTo }),
    calendar: { method, text: iCalendar({ method, entry: invitedEntryOf(data), organizer, attendee }) },
    values: {
      title: event.title,
      by: inviterName,
      name: invitation.name,
      time: time.format(Date.parse(event.eventDateTime)),
      zone: timeZone,
      location: event.location,
      description: shortDescription(event),
      address: invitation.emailAddress,
    },
  }
}

interface JobPayload {
  tenantId: string
  partitionId: string
  invitationId: string
  /** The number of the letter. */
  letter: number
}

/** Sends a letter of an invitation to an event, once, unless a later letter has replaced it. */
const eventLetterJob = job<JobPayload>({ name: 'event.letter', letter: 'EVENT' })

/** Delay of a change or cancellation in seconds: one that is undone, as an event that was dragged to a wrong day, is no news. */
const UNDO_SECONDS = 20

const isInvitation = (one: EventInvitationRow) => occasionOf(one) === invited

/** Enqueues a job for each due letter of this partition, in the transaction that causes it. */
export const enqueueLetters = async (jobs: Pick<Jobs, 'sendAll'>, tx: Tx, { tenantId, partitionId }: Scope) => {
  const due = await tx
    .update(eventInvitations)
    .set({ ordered: sql`${eventInvitations.letters}` })
    .where(sql`${eventInvitations.letters} > ${eventInvitations.ordered}`)
    .returning()
  const payload = ({ uniqueId: invitationId, letters: letter }: EventInvitationRow) => ({
    tenantId,
    partitionId,
    invitationId,
    letter,
  })
  const invitations = due.filter(isInvitation)
  const news = due.filter((one) => !isInvitation(one))
  await jobs.sendAll(tx, eventLetterJob, invitations.map(payload))
  await jobs.sendAll(tx, eventLetterJob, news.map(payload), { after: UNDO_SECONDS })
}

interface Needs {
  db: Database
  post: Mailer
  tenants: Tenants
  settings: TenantSettings
  links: Links
  originOf: (tenant: Tenant) => string
}

/** The invitation and its event, also if in the trash. Undefined if a later letter has replaced this one. */
const findLetter = async (db: Database, { invitationId, letter, ...scope }: JobPayload) => {
  const [found] = await db
    .as(scope)
    .select({ invitation: eventInvitations, event: events })
    .from(eventInvitations)
    .innerJoin(events, eq(events.uniqueId, eventInvitations.eventId))
    .where(and(eq(eventInvitations.uniqueId, invitationId), eq(eventInvitations.letters, letter)))
  return found
}

/** The name and the address of a user, and whether their account is open; undefined if there is none. */
const findUser = async (db: Reader, userId: string | null) => {
  if (!userId) return undefined
  const [user] = await db.select().from(users).where(eq(users.uniqueId, userId))
  return user && { name: fullNameOf(user), address: user.emailAddress, isOpen: !user.deletedAt && !user.deactivatedAt }
}

/** The language and time zone that an invited user has chosen by now; for anybody else the stored language. */
const choicesOf = async (db: Reader, { userId, language }: EventInvitationRow) => {
  if (!userId) return { language, timeZone: null }
  const [user] = await db
    .select({ language: users.language, timeZone: users.timeZone })
    .from(users)
    .where(eq(users.uniqueId, userId))
  return { language: user?.language, timeZone: user?.timeZone }
}

/** Whether the letter has news: the recipient does not know it yet, and a cancellation follows an earlier letter. */
const hasNews = ({ wanted, told }: EventInvitationRow) => wanted !== told && !(wanted === CANCELLED && told === null)

/**
 * Who invites, whom replies go to, and the organizer that the calendar entry names. Calendars ignore a change that names another
 * organizer than the entry has, so that of an inviter whose account is closed stays.
 */
const sendersOf = async (reader: Reader, invitation: EventInvitationRow, tenant: Tenant, contactAddress: string) => {
  const inviter = await findUser(reader, invitation.createdBy)
  const remaining = inviter?.isOpen ? inviter : undefined
  return {
    inviterName: remaining?.name ?? tenant.fullName,
    organizer: { name: tenant.fullName, address: contactAddress || inviter?.address || invitation.emailAddress },
    replyTo: contactAddress || remaining?.address,
  }
}

const sendLetter = async (needs: Needs, { tenantId, letter }: JobPayload, invitation: EventInvitationRow, event: EventRow) => {
  const { db, post, tenants, settings, links, originOf } = needs
  const [tenant, settingValues] = await Promise.all([tenants.byId(tenantId), settings.of(tenantId)])
  if (!tenant || tenant.deletedAt) return false
  const reader = db.as({ tenantId, partitionId: event.partitionId })
  const choices = await choicesOf(reader, invitation)
  const language = choices.language ?? languages.find((one) => one === settingValues.DEFAULT_LANGUAGE) ?? 'en'
  const words = buildEventLetter({
    invitation,
    event,
    language,
    timeZone: choices.timeZone || settingValues.TIME_ZONE || 'UTC',
    ...(await sendersOf(reader, invitation, tenant, settingValues.CONTACT_EMAIL)),
    origin: originOf(tenant),
    token: links.tokenOf(tenantId, invitation.uniqueId),
  })
  return post(`${invitation.uniqueId}.${letter}`, tenantId, { address: invitation.emailAddress, language }, words)
}

const isLatestLetter = ({ invitationId, letter }: JobPayload) =>
  and(eq(eventInvitations.uniqueId, invitationId), eq(eventInvitations.letters, letter))

/** Whether the invited person is a user whose account is closed: they are told nothing more. */
const hasLeft = async (reader: Reader, { userId }: EventInvitationRow) =>
  userId !== null && !(await findUser(reader, userId))?.isOpen

/** The letter was sent, or perhaps was. If a later one has replaced it meanwhile, only what it told is recorded. */
const markSent = async (tx: Tx, payload: JobPayload, told: string) => {
  await tx.update(eventInvitations).set({ told }).where(eq(eventInvitations.uniqueId, payload.invitationId))
  await tx.update(eventInvitations).set({ state: 'SENT', problem: null }).where(isLatestLetter(payload))
}

export const eventLetterWorker = (needs: Needs) => {
  const { db } = needs

  const work = async (payload: JobPayload) => {
    const found = await findLetter(db, payload)
    if (found?.invitation.state !== 'WAITING') return
    const { invitation, event } = found
    const record = (outcome: object) =>
      db.write(payload, (tx) => tx.update(eventInvitations).set(outcome).where(isLatestLetter(payload)))
    if (!hasNews(invitation)) await record({ state: 'SENT' })
    else if (await hasLeft(db.as(payload), invitation))
      await record({ state: 'FAILED', problem: phrase('This account is closed') })
    else if (await sendLetter(needs, payload, invitation, event))
      await db.write(payload, (tx) => markSent(tx, payload, invitation.wanted))
  }

  /** The letter was rejected, or it is uncertain whether it arrived: in that case it counts as delivered. */
  const markFailed = async ({ sending = {}, ...payload }: JobPayload & { sending?: { state?: string; problem?: string } }) => {
    const isOut = sending.state === 'UNCERTAIN'
    const problem = sending.problem ?? phrase('The mail server cannot be reached')
    const sentContent = isOut ? { told: sql`${eventInvitations.wanted}` } : {}
    await db.write(payload, (tx) =>
      tx
        .update(eventInvitations)
        .set({ state: isOut ? 'UNCERTAIN' : 'FAILED', problem, ...sentContent })
        .where(and(isLatestLetter(payload), inArray(eventInvitations.state, ['WAITING', 'SENT']))),
    )
  }

  return worker(eventLetterJob, work, markFailed)
}

/** The condition for this invitation, if not removed. */
export const isActiveInvitation = (uniqueId: string) =>
  and(eq(eventInvitations.uniqueId, uniqueId), isNull(eventInvitations.deletedAt))
