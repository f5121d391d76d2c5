import type { Language } from '@tradewind/contract/kit/language'
import { dateLocale } from '@tradewind/contract/kit/locale'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import type { Role } from '@tradewind/contract/roles'
import { CALL_MINUTES } from '@tradewind/contract/site/member/webCall.fields'
import { HOST_ROLES, webCallPolicy } from '@tradewind/contract/site/policies'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import type { FindActor, WriteContext } from '#kit/http/context'
import { iCalendar } from '#kit/icalendar'
import { forEachTenant, job, type Jobs, worker } from '#kit/jobs'
import { logChanges } from '#kit/record/activity'
import type { Notify } from '#platform/notification/notification.queries'
import { fullNameOf, isOpenAccount, users } from '#platform/schema/user.table'
import { currentTenants, type Tenant, type Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { LetterTexts, Mailer } from '#services/mailer'
import { webCallEntity, webCallHours, type WebCallRow, webCalls } from './schema/member.table.ts'

const subjects = {
  BOOKED: phrase('Web call booked: {time}'),
  MOVED: phrase('Web call moved: {time}'),
  LINK: phrase('Web call with a new link: {time}'),
  CANCELLED: phrase('Web call cancelled: {time}'),
  DAY: phrase('Reminder of your web call: {time}'),
  HOUR: phrase('Reminder of your web call: {time}'),
} as const
export type Occasion = keyof typeof subjects

interface JobPayload {
  tenantId: string
  callId: string
  /** The calendar's SEQUENCE: a higher one replaces this one. */
  sequence: number
  to: 'MEMBER' | 'HOST'
  occasion: Occasion
}

/** Mails one of the two parties about their call, once, unless the call has changed meanwhile. */
const webCallLetterJob = job<JobPayload>({ name: 'webCall.letter', letter: 'WEB_CALL' })

/** Queues the letters to both parties in the transaction that causes them. */
export const queueLetters = (jobs: Pick<Jobs, 'sendAll'>, tx: Tx, calls: readonly WebCallRow[], occasion: Occasion) =>
  jobs.sendAll(
    tx,
    webCallLetterJob,
    calls.flatMap(({ tenantId, uniqueId: callId, sequence }) =>
      (['MEMBER', 'HOST'] as const).map((to): JobPayload => ({ tenantId, callId, sequence, to, occasion })),
    ),
  )

interface Needs {
  db: Database
  post: Mailer
  tenants: Tenants
  settings: TenantSettings
  originOf: (tenant: Tenant) => string
  findActor: FindActor
}
type User = typeof users.$inferSelect

const findUser = async (db: Database, tenantId: string, userId: string | null) => {
  if (!userId) return undefined
  const [user] = await db
    .as(tenantScope(tenantId))
    .select()
    .from(users)
    .where(and(eq(users.uniqueId, userId), isOpenAccount))
  return user
}

const paragraphsOf = ({ meetingLink }: WebCallRow, occasion: Occasion) => [
  phrase('Hello {name},'),
  occasion === 'CANCELLED'
    ? phrase('Your web call with {other} will not take place.')
    : phrase('You will talk to {other} for {minutes} minutes.'),
  phrase('When: {time} ({zone})'),
  ...(occasion === 'CANCELLED' ? [] : [meetingLink ? phrase('Where: {location}') : phrase('The link of the meeting follows.')]),
  phrase('It is about: {about}'),
]

interface LetterContext {
  call: WebCallRow
  occasion: Occasion
  /** The recipient, and the name of the other party. */
  reader: User
  other: string
  language: Language
  timeZone: string
  organizer: { name: string; address: string }
  /** The path of the call's page for the recipient; undefined if they may not open it, for example with a smaller plan. */
  path: string | undefined
  origin: string
}

const isReminder = (occasion: Occasion) => occasion === 'DAY' || occasion === 'HOUR'

/** The entry for the recipient's calendar; a reminder has none. */
const calendarOf = ({ call, occasion, reader, organizer, path, origin, other }: LetterContext): LetterTexts['calendar'] => {
  if (isReminder(occasion)) return undefined
  const method = occasion === 'CANCELLED' ? 'CANCEL' : 'REQUEST'
  const { startsAt, dateCreated, updatedAt, sequence, about, meetingLink } = call
  const entry = {
    uid: `web-call-${call.uniqueId}@tradewind`,
    summary: `${other} · ${organizer.name}`,
    description: about,
    location: meetingLink ?? '',
    ...(path && { url: `${origin}/${path}` }),
    start: startsAt,
    end: new Date(Date.parse(startsAt) + CALL_MINUTES * 60_000).toISOString(),
    dateCreated,
    updatedAt,
    sequence,
  }
  const attendee = { name: fullNameOf(reader), address: reader.emailAddress }
  const text = iCalendar({ method, entry, organizer, attendee })
  return { method, text }
}

const wordsOf = (letterContext: LetterContext): LetterTexts => {
  const { call, occasion, reader, other, language, timeZone, path } = letterContext
  const time = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'full', timeStyle: 'short', timeZone })
  const calendar = calendarOf(letterContext)
  return {
    subject: subjects[occasion],
    paragraphs: paragraphsOf(call, occasion),
    ...(path && { button: { label: phrase('Open the web call'), path } }),
    footer: phrase('You received this email because you have a web call at {tenant}.'),
    ...(calendar && { calendar }),
    values: {
      name: fullNameOf(reader),
      other,
      minutes: String(CALL_MINUTES),
      time: time.format(Date.parse(call.startsAt)),
      zone: timeZone,
      location: call.meetingLink ?? '',
      about: call.about,
    },
  }
}

/** Whether the letter is still correct: the call has not changed meanwhile, and a reminder is for a call that has not begun. */
const isCurrent = (call: WebCallRow, { sequence, occasion }: JobPayload) =>
  call.sequence === sequence && (!isReminder(occasion) || (call.state === 'BOOKED' && Date.parse(call.startsAt) > Date.now()))

/** Both parties of a call, if their accounts are active. */
const partiesOf = async (db: Database, { tenantId, createdBy, hostId }: WebCallRow) => ({
  MEMBER: await findUser(db, tenantId, createdBy),
  HOST: await findUser(db, tenantId, hostId),
})

/** The path of the call's page, if the recipient may open it. */
const pathFor = async ({ findActor }: Needs, { tenantId, uniqueId }: User, call: WebCallRow, to: JobPayload['to']) => {
  const actor = await findActor(tenantId, uniqueId)
  if (!actor || !can(actor, webCallPolicy.see, call)) return undefined
  return `${to === 'MEMBER' ? 'user' : 'crm'}/webCall/show/${call.uniqueId}`
}

/** Loads the contents of the letter. Undefined if the recipient has no active account or the tenant no longer exists. */
const loadLetterContext = async (
  needs: Needs,
  call: WebCallRow,
  { tenantId, to, occasion }: JobPayload,
): Promise<LetterContext | undefined> => {
  const { db, tenants, settings, originOf } = needs
  const parties = await partiesOf(db, call)
  const [reader, other] = [parties[to], parties[to === 'MEMBER' ? 'HOST' : 'MEMBER']]
  const [tenant, settingValues] = await Promise.all([tenants.byId(tenantId), settings.of(tenantId)])
  if (!reader || !tenant || tenant.deletedAt) return undefined
  const names = { MEMBER: parties.HOST ? fullNameOf(parties.HOST) : tenant.fullName, HOST: call.member }
  const address = [settingValues.CONTACT_EMAIL, other?.emailAddress, reader.emailAddress].find(Boolean)!
  return {
    call,
    occasion,
    reader,
    other: names[to],
    language: reader.language ?? (settingValues.DEFAULT_LANGUAGE as Language),
    timeZone: [reader.timeZone, settingValues.TIME_ZONE, 'UTC'].find(Boolean)!,
    organizer: { name: tenant.fullName, address },
    path: await pathFor(needs, reader, call, to),
    origin: originOf(tenant),
  }
}

export const webCallLetterWorker = (needs: Needs) =>
  worker(webCallLetterJob, async (payload) => {
    const { tenantId, callId, to, occasion } = payload
    const [call] = await needs.db.as(tenantScope(tenantId)).select().from(webCalls).where(eq(webCalls.uniqueId, callId))
    if (!call || !isCurrent(call, payload)) return
    const letterContext = await loadLetterContext(needs, call, payload)
    if (!letterContext) return
    const { reader, language } = letterContext
    const { emailAddress: address } = reader
    await needs.post(`${callId}.${call.sequence}.${occasion}.${to}`, tenantId, { address, language }, wordsOf(letterContext))
  })

interface RemindNeeds {
  db: Database
  logger: Logger
  jobs: Jobs
  notify: Notify
}

const startsWithin = (from: number, until: number) =>
  sql`${webCalls.startsAt} > now() + make_interval(hours => ${from}) and ${webCalls.startsAt} <= now() + make_interval(hours => ${until})`

/** Claims the calls that begin soon and had no reminder. They are marked in the transaction of the letters, so that each is sent once. */
const claimDue = (tx: Tx, kind: 'day' | 'hour') => {
  const column = kind === 'day' ? webCalls.dayReminderFor : webCalls.hourReminderFor
  return tx
    .update(webCalls)
    .set(kind === 'day' ? { dayReminderFor: sql`${webCalls.startsAt}` } : { hourReminderFor: sql`${webCalls.startsAt}` })
    .where(
      and(
        eq(webCalls.state, 'BOOKED'),
        kind === 'day' ? startsWithin(1, 24) : startsWithin(0, 1),
        sql`${column} is distinct from ${webCalls.startsAt}`,
      ),
    )
    .returning()
}

const noticesOf = (call: WebCallRow) => {
  const { createdBy, hostId, uniqueId, about } = call
  return [createdBy, hostId].flatMap((userId) =>
    userId === null
      ? []
      : [
          {
            userId,
            subject: phrase('Your web call begins soon'),
            content: '{about}',
            values: { about },
            path: `webCall/show/${uniqueId}`,
            opens: { rules: webCallPolicy.see, record: call },
            byMail: false as const,
          },
        ],
  )
}

/** Reminds both parties of their calls, the day before and the hour before. */
export const webCallReminder = ({ db, logger, jobs, notify }: RemindNeeds) => ({
  name: 'webCall.remind',
  cron: '*/5 * * * *',
  work: async () =>
    forEachTenant(logger, await currentTenants(db), (id) =>
      db.write(tenantScope(id), async (tx) => {
        await queueLetters(jobs, tx, await claimDue(tx, 'day'), 'DAY')
        const soon = await claimDue(tx, 'hour')
        await queueLetters(jobs, tx, soon, 'HOUR')
        await notify(tx, id, ...soon.flatMap(noticesOf))
      }),
    ),
})

/** Deletes when a deleted user could be booked. */
export const deleteHoursOf = async (tx: Tx, userId: string) => {
  await tx.delete(webCallHours).where(eq(webCallHours.userId, userId))
}

/** The calls of a user who cannot take part in them: all without an account that is open, those to host without a role that hosts. */
const isImpossibleFor = async (tx: Tx, userId: string) => {
  const [user] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.uniqueId, userId), isOpenAccount))
  const isHost = user !== undefined && (HOST_ROLES as readonly Role[]).includes(user.role)
  return or(isHost ? undefined : eq(webCalls.hostId, userId), user ? undefined : eq(webCalls.createdBy, userId))
}

/** Cancels the upcoming calls in which a user can no longer take part, and mails the other party. */
export const cancelCallsOf = (jobs: Jobs) => async (context: WriteContext, userId: string) => {
  const { tx } = context
  const impossible = await isImpossibleFor(tx, userId)
  if (!impossible) return
  const cancelled = await tx
    .update(webCalls)
    .set({ state: 'CANCELLED', sequence: sql`${webCalls.sequence} + 1`, updatedAt: nextUpdatedAt(webCalls.updatedAt) })
    .where(and(impossible, eq(webCalls.state, 'BOOKED'), sql`${webCalls.startsAt} > now()`))
    .returning()
  await logChanges(context, webCallEntity, 'CHANGED', cancelled, { state: { before: 'BOOKED', after: 'CANCELLED' } })
  await queueLetters(jobs, tx, cancelled, 'CANCELLED')
}
