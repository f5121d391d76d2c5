import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { anyOf } from '#kit/database/scoped'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { rowCondition } from '#kit/record/entity'
import { fullNamesOf } from '#platform/user/user.queries'
import { visibleCompanyIds } from './company.queries.ts'
import { findVisibleProjects } from './project.queries.ts'
import { meetingReports } from './schema/meetingReport.table.ts'
import { nextSteps, nextStepsEntity } from './schema/nextSteps.table.ts'
import { projectShares } from './schema/project.table.ts'
import { type summaries, summaryProjects, summaryShares } from './schema/summary.table.ts'

type Row = typeof summaries.$inferSelect
type Context = ReadContext | WriteContext
type Ids = readonly string[]

/** The users and the projects with which summaries are shared, one row per share. */
export const sharesOf = async (ids: Ids, context: Context) => {
  const db = readerOf(context)
  const [users, projects] = await Promise.all([
    db
      .select({ summaryId: summaryShares.summaryId, userId: summaryShares.userId })
      .from(summaryShares)
      .where(sql`${summaryShares.summaryId} = ${anyOf(ids)}`),
    db
      .select({ summaryId: summaryProjects.summaryId, projectId: summaryProjects.projectId })
      .from(summaryProjects)
      .where(sql`${summaryProjects.summaryId} = ${anyOf(ids)}`),
  ])
  return { users, projects }
}

const reportsOf = async (ids: Ids, context: Context) => {
  const { uniqueId, date, eventType } = meetingReports
  const found = await readerOf(context)
    .select({ uniqueId, date, eventType })
    .from(meetingReports)
    .where(sql`${meetingReports.uniqueId} = ${anyOf(ids)}`)
  return new Map(found.map((report) => [report.uniqueId, report]))
}

/** The number of open tasks of each summary that the actor may see. */
const countOpenSteps = async (ids: Ids, context: Context) => {
  const allowed = rowCondition(nextStepsEntity, nextStepsPolicy.see, context.actor)
  const open = and(
    sql`${nextSteps.summaryId} = ${anyOf(ids)}`,
    isNull(nextSteps.deletedAt),
    eq(nextSteps.nextStepsStatus, 'OPEN'),
    allowed,
  )
  const counted = await readerOf(context)
    .select({ id: nextSteps.summaryId, many: count() })
    .from(nextSteps)
    .where(open)
    .groupBy(nextSteps.summaryId)
  return new Map(counted.map(({ id, many }) => [id, many]))
}

/** Summaries in the format of the reply: with their report and their shares, as far as the actor may see them. */
export const withShares = async (rows: Row[], context: Context) => {
  if (rows.length === 0) return []
  const ids = rows.map(({ uniqueId }) => uniqueId)
  const { users, projects } = await sharesOf(ids, context)
  const people = [...users.map(({ userId }) => userId), ...rows.map(({ createdBy }) => createdBy)]
  const [names, visibleProjects, reports, steps, companyId] = await Promise.all([
    fullNamesOf(readerOf(context), people),
    findVisibleProjects([...new Set(projects.map(({ projectId }) => projectId))], context),
    reportsOf([...new Set(rows.map(({ meetingReportId }) => meetingReportId))], context),
    countOpenSteps(ids, context),
    visibleCompanyIds(
      rows.map((row) => row.companyId),
      context,
    ),
  ])
  const usersOf = Map.groupBy(users, ({ summaryId }) => summaryId)
  const projectsOf = Map.groupBy(projects, ({ summaryId }) => summaryId)
  return rows.map((row) => ({
    ...row,
    meetingReportUID: row.meetingReportId,
    meetingReport: reports.get(row.meetingReportId)!,
    companyUid: row.companyId,
    company: { uniqueId: companyId(row.companyId), legalName: row.companyName },
    sharedWith: (usersOf.get(row.uniqueId) ?? []).flatMap(({ userId }) => {
      const fullName = names.get(userId)
      return fullName ? [{ uniqueId: userId, fullName }] : []
    }),
    sharedWithProjects: visibleProjects.filter(({ uniqueId }) =>
      projectsOf.get(row.uniqueId)?.some(({ projectId }) => projectId === uniqueId),
    ),
    createdByName: names.get(row.createdBy ?? '') ?? null,
    openSteps: steps.get(row.uniqueId) ?? 0,
  }))
}

const sharedSummaries = (userId: string) => eq(summaryShares.userId, userId)
const sharedProjects = (userId: string) => eq(projectShares.userId, userId)

/** The shares that end with a user who is deleted. */
export const countShares = async (tx: Tx, { uniqueId }: { uniqueId: string }) => ({
  share: (await tx.$count(summaryShares, sharedSummaries(uniqueId))) + (await tx.$count(projectShares, sharedProjects(uniqueId))),
})

/** Ends all shares with a deleted user. */
export const endShares = async (tx: Tx, userId: string) => {
  await tx.delete(summaryShares).where(sharedSummaries(userId))
  await tx.delete(projectShares).where(sharedProjects(userId))
}
