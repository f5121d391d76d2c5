import { meetingReportPolicy, summaryPolicy } from '@tradewind/contract/crm/policies'
import { summaryApi, type SummaryInput } from '@tradewind/contract/crm/summary.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { isMember } from '@tradewind/contract/roles'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { insertMany } from '#kit/database/insert'
import { excludedUpdatedAt } from '#kit/database/table'
import { checkAll, invalid } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { job, type Jobs, worker } from '#kit/jobs'
import { sanitizeMarkup, toPlainText } from '#kit/markup'
import { notifyOfAccess } from '#kit/record/activity'
import { crud, findRecord, requireReference, withRelations } from '#kit/record/crud'
import type { Notify } from '#platform/notification/notification.queries'
import { isOpenAccount, users as accounts } from '#platform/schema/user.table'
import { fullNamesOf, lockStaff } from '#platform/user/user.queries'
import type { AppContext } from '../appContext.ts'
import { assertContactVisible } from './company.queries.ts'
import { findVisibleProjects, projectReach, sharesOf, withoutHiddenProjects } from './project.queries.ts'
import { recordRelatedChange } from './relatedChange.ts'
import { meetingReportEntity } from './schema/meetingReport.table.ts'
import {
  isSharedWith,
  summaries,
  summaryEntity,
  type SummaryListQuery,
  summaryMails,
  summaryProjects,
  summaryShares,
} from './schema/summary.table.ts'
import { countShares, endShares, withShares } from './summary.queries.ts'

interface JobPayload {
  tenantId: string
  partitionId: string
  summaryId: string
  userId: string
  byName: string
  key: string
}

/** Sends a mail that a summary was updated. */
const summaryLetterJob = job<JobPayload>({ name: 'summary.updated', letter: 'SUMMARY' })

/** Enqueues a mail for each of these users, at most one in ten minutes. */
const enqueueUpdateMails = async (jobs: Jobs, summaryId: string, userIds: readonly string[], context: WriteContext) => {
  const { tx, actor, scope } = context
  if (userIds.length === 0) return
  const dueMails = await tx
    .insert(summaryMails)
    .values(userIds.map((userId) => ({ summaryId, userId })))
    .onConflictDoUpdate({
      target: [summaryMails.tenantId, summaryMails.partitionId, summaryMails.summaryId, summaryMails.userId],
      set: { updatedAt: excludedUpdatedAt },
      setWhere: sql`${summaryMails.updatedAt} at time zone 'UTC' < excluded.updated_at at time zone 'UTC' - interval '10 minutes'`,
    })
    .returning({ userId: summaryMails.userId, at: summaryMails.updatedAt })
  const payloads = dueMails.map(({ userId, at }) => {
    const key = `${summaryId}.${userId}.${at}`.replace(/[^\w.-]/g, '')
    return { ...scope, summaryId, userId, byName: actor.fullName, key }
  })
  await jobs.sendAll(tx, summaryLetterJob, payloads)
}

const FIRST_WORDS = 300

/** The page of a summary, without the area: a reader with whom it is shared may not see its report. */
const summaryPath = (summaryId: string) => `summary?summary=${summaryId}`

/** Sends the letter, unless the summary or the user was deleted meanwhile, or the summary is no longer shared with the user. */
const summaryLetterWorker = ({ db, post }: Pick<AppContext, 'db' | 'post'>) =>
  worker(summaryLetterJob, async ({ tenantId, partitionId, summaryId, userId, byName, key }) => {
    const reader = db.as({ tenantId, partitionId })
    const isShared = and(eq(summaries.uniqueId, summaryId), isNull(summaries.deletedAt), isSharedWith(userId))
    const [summary] = await reader.select().from(summaries).where(isShared)
    const isOpenUser = and(eq(accounts.uniqueId, userId), isOpenAccount)
    const [user] = await reader.select().from(accounts).where(isOpenUser)
    if (!summary || !user) return
    await post(
      key,
      tenantId,
      { address: user.emailAddress, language: user.language },
      {
        subject: phrase('A summary was updated'),
        paragraphs: [
          phrase('Hello {name},'),
          phrase('{by} updated a summary about {company} that is shared with you.'),
          '{words}',
        ],
        button: { label: phrase('Open the summary'), path: `crm/${summaryPath(summaryId)}` },
        footer: phrase('You received this email because {address} has an account at {tenant}.'),
        values: {
          name: user.firstName,
          by: byName,
          company: summary.companyName,
          words: summary.plainText.slice(0, FIRST_WORDS),
          address: user.emailAddress,
        },
      },
    )
  })

type Row = typeof summaries.$inferSelect
type Ids = readonly string[]

interface Shares {
  users: Ids
  projects: Ids
}

interface RequestedShares {
  /** People and projects. */
  sharedWith?: Ids | undefined
  sharedWithProjects?: Ids | undefined
}

const noShares: Shares = { users: [], projects: [] }

/** Splits ids into projects and users. Throws unless each is a project that the actor may see, a member of staff, or already on the list. */
const splitShares = async (
  { sharedWith: ids = [], sharedWithProjects: projectIds = [] }: RequestedShares,
  current: Shares,
  context: WriteContext,
) => {
  const allIds = [...new Set([...ids, ...projectIds])]
  const projects = (await findVisibleProjects(allIds, context)).map(({ uniqueId }) => uniqueId)
  const users = difference(ids, projects)
  const newUsers = difference(users, current.users)
  const staff = isMember(context.actor) ? [] : await lockStaff(context.tx, newUsers)
  const faults = {
    ...(staff.length !== newUsers.length && { sharedWith: say('Choose projects and staff of your own') }),
    ...(difference(projectIds, projects).length > 0 && { sharedWithProjects: say('Choose projects of your own') }),
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return { users, projects }
}

/**
 * The shares that a call requests. Users stay unchanged if no list of them is given, projects if none is named. An empty `sharedWith`
 * removes all users and, without a list of projects, all projects.
 */
const wantedShares = async (requested: RequestedShares, current: Shares, context: WriteContext): Promise<Shares> => {
  const { users, projects } = await splitShares(requested, current, context)
  const namesProjects = requested.sharedWithProjects !== undefined || projects.length > 0 || requested.sharedWith?.length === 0
  return { users: requested.sharedWith ? users : current.users, projects: namesProjects ? projects : current.projects }
}

/** The current shares of a summary. */
const currentShares = async ({ uniqueId }: Row, { tx }: WriteContext): Promise<Shares> => {
  const [users, projects] = [
    await tx.select({ id: summaryShares.userId }).from(summaryShares).where(eq(summaryShares.summaryId, uniqueId)),
    await tx.select({ id: summaryProjects.projectId }).from(summaryProjects).where(eq(summaryProjects.summaryId, uniqueId)),
  ]
  return { users: users.map(({ id }) => id), projects: projects.map(({ id }) => id) }
}

/** All users with whom a summary is shared, individually or by project. */
const usersWithAccess = async ({ users, projects }: Shares, context: WriteContext) => {
  const ofProjects = await sharesOf(projects, context)
  return new Set([...users, ...[...ofProjects.values()].flat()])
}

const difference = (ids: Ids, others: Ids) => ids.filter((id) => !others.includes(id))

const deleteShares = async (summaryId: string, { users, projects }: Shares, { tx }: WriteContext) => {
  if (users.length > 0)
    await tx.delete(summaryShares).where(and(eq(summaryShares.summaryId, summaryId), inArray(summaryShares.userId, [...users])))
  if (projects.length > 0)
    await tx
      .delete(summaryProjects)
      .where(and(eq(summaryProjects.summaryId, summaryId), inArray(summaryProjects.projectId, [...projects])))
}

const insertShares = async (summaryId: string, { users, projects }: Shares, { tx }: WriteContext) => {
  await insertMany(
    tx,
    summaryShares,
    users.map((userId) => ({ summaryId, userId })),
  )
  await insertMany(
    tx,
    summaryProjects,
    projects.map((projectId) => ({ summaryId, projectId })),
  )
}

/** The names of the users and projects with which it was and is shared, as far as the actor sees them, for the audit trail. */
const changesOf = async (before: Shares, after: Shares, context: WriteContext) => {
  const names = await fullNamesOf(context.tx, [...before.users, ...after.users])
  const projects = await findVisibleProjects([...before.projects, ...after.projects], context)
  const namesOf = (shares: Shares) => [
    ...shares.users.flatMap((id) => names.get(id) ?? []),
    ...projects.flatMap(({ uniqueId, name }) => (shares.projects.includes(uniqueId) ? [name] : [])),
  ]
  return { sharedWith: { before: namesOf(before), after: namesOf(after) } }
}

const hasShares = ({ users, projects }: Shares) => users.length + projects.length > 0

/** Changes the shares of a summary, and returns the updated summary. */
const changeShares = async (row: Row, before: Shares, now: Shares, context: WriteContext) => {
  const removed = { users: difference(before.users, now.users), projects: difference(before.projects, now.projects) }
  const added = { users: difference(now.users, before.users), projects: difference(now.projects, before.projects) }
  if (!hasShares(removed) && !hasShares(added)) return row
  await deleteShares(row.uniqueId, removed, context)
  await insertShares(row.uniqueId, added, context)
  const changes = await changesOf(before, now, context)
  const shared = { action: 'SHARED', on: [row.companyId, ...added.projects] } as const
  return recordRelatedChange(summaryEntity, row.uniqueId, { changes, ...(hasShares(added) && shared) }, context)
}

/** Shares a summary with exactly these. Projects that the actor cannot see stay unchanged. Returns the updated summary, all users with access, and the new ones. */
const shareWith = async (row: Row, wanted: Shares, context: WriteContext) => {
  const before = await currentShares(row, context)
  const visible = (await findVisibleProjects(before.projects, context)).map(({ uniqueId }) => uniqueId)
  const now = { users: wanted.users, projects: [...new Set([...wanted.projects, ...difference(before.projects, visible)])] }
  const [usersBefore, usersAfter] = [await usersWithAccess(before, context), await usersWithAccess(now, context)]
  notifyOfAccess(context.tx, context.scope.tenantId, difference([...usersBefore], [...usersAfter]))
  const others = [...usersAfter].filter((id) => id !== context.actor.uniqueId)
  return { row: await changeShares(row, before, now, context), all: others, gained: others.filter((id) => !usersBefore.has(id)) }
}

const { show, ...records } = withRelations(summaryEntity, withShares)

/** The sanitised markup and its plain text. Throws if there is no text. */
const textsOf = (markup: string) => {
  const text = sanitizeMarkup(markup)
  const plainText = toPlainText(text)
  if (!plainText) throw invalid({ text: say('{what} is required', { what: say('Summary') }) })
  return { text, plainText }
}

/** The report of a summary, which the actor must be able to see. */
const reportOf = async (reportId: string, context: WriteContext) => {
  const reference = ['meetingReportUID', reportId] as const
  const report = await requireReference(meetingReportEntity, meetingReportPolicy.see, reference, say('Choose a report'), context)
  const { uniqueId, date, companyId, companyName, country } = report
  return { meetingReportId: uniqueId, meetingDate: date, companyId, companyName, country }
}

/** Notifies the users who did not see it before: once, in the application and by mail. */
const sharedNotifier =
  (notify: Notify) =>
  (row: Row, userIds: readonly string[], { tx, actor, scope }: WriteContext) =>
    notify(
      tx,
      scope.tenantId,
      ...userIds.map((userId) => ({
        userId,
        by: actor.uniqueId,
        subject: phrase('{by} shared a summary with you'),
        content: phrase('{company}: {words}'),
        values: { by: actor.fullName, company: row.companyName, words: row.plainText.slice(0, FIRST_WORDS).toWellFormed() },
        path: summaryPath(row.uniqueId),
      })),
    )

type SummaryFields = z.output<typeof SummaryInput>

/** Returns a function that creates a summary, shares it, notifies the users with access, and returns its row. */
export const summaryCreator = (notify: Notify) => {
  const tellOf = sharedNotifier(notify)
  return async ({ text, meetingReportUID, ...named }: SummaryFields, context: WriteContext) => {
    const [texts, report, wanted] = await checkAll(
      () => textsOf(text),
      () => reportOf(meetingReportUID, context),
      () => wantedShares(named, noShares, context),
    )
    const created = await crud(summaryEntity).create({ ...texts, ...report }, context)
    const { row, gained } = await shareWith(created, wanted, context)
    await tellOf(row, gained, context)
    return row
  }
}

const summaryRoutes = ({ jobs, notify }: Pick<AppContext, 'jobs' | 'notify'>) => {
  const tellOf = sharedNotifier(notify)
  const createSummary = summaryCreator(notify)
  return routes(summaryApi, {
    ...records,
    history: (query, context) =>
      records.history(query, context, async (entries) => {
        const changes = await withoutHiddenProjects(
          entries.map((entry) => entry.changes),
          context,
        )
        return entries.map((entry, at) => ({ ...entry, changes: changes[at]! }))
      }),
    list: async (query, context) => {
      await assertContactVisible(query, context)
      const inProjects = { ...query, projectReach: projectReach(context.actor) } satisfies SummaryListQuery
      return records.list(inProjects, context)
    },

    create: async (fields, context) => show(await createSummary(fields, context), context),

    update: async ({ text, meetingReportUID, sharedWith, sharedWithProjects, ...change }, context) => {
      const before = await findRecord(summaryEntity, summaryPolicy.see, change.uniqueId, context)
      const isMoved = meetingReportUID !== undefined && meetingReportUID !== before.meetingReportId
      const report = isMoved ? await reportOf(meetingReportUID, context) : {}
      const texts = text === undefined ? {} : textsOf(text)
      return records.update({ ...change, ...texts, ...report }, context, async (changed) => {
        const wanted = await wantedShares({ sharedWith, sharedWithProjects }, await currentShares(changed, context), context)
        const { row, all, gained } = await shareWith(changed, wanted, context)
        await tellOf(row, gained, context)
        const others = all.filter((userId) => !gained.includes(userId))
        if (changed.updatedAt !== before.updatedAt) await enqueueUpdateMails(jobs, row.uniqueId, others, context)
        return row
      })
    },
  })
}

export const summaryFeature = (context: AppContext): Feature => ({
  routes: () => [summaryRoutes(context)],
  workers: [summaryLetterWorker(context)],
  entities: [summaryEntity],
  countWithUser: countShares,
  onUserDeleted: endShares,
})
