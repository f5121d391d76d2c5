import type { BulkAction } from '@tradewind/contract/crm/bulk/bulk.constants'
import { projectCompanyPolicy, projectPolicy, nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { closeTasks, reopenTasks } from '#crm/nextSteps.queries'
import { companies } from '#crm/schema/company.table'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { recalculateContactDays } from '#crm/schema/meetingReport.table'
import { nextSteps, nextStepsEntity } from '#crm/schema/nextSteps.table'
import { projectCompanies, projectCompanyEntity, projectEntity } from '#crm/schema/project.table'
import { insertMany } from '#kit/database/insert'
import { forbidden } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { logChanges } from '#kit/record/activity'
import { requireReference } from '#kit/record/crud'
import type { Entity } from '#kit/record/entity'
import type { BulkRow, Done } from '../schema/bulk.table.ts'
import { type BulkHandler, idsOf, lockRows, reachCondition, titlesExcept, type Undo, type Values } from './handler.ts'
import { removeHandler, removeRows, undoRemove } from './remove.ts'
import { setHandler, undoSet } from './set.ts'
import { shareHandler, undoShare } from './share.ts'
import { shareSummariesHandler, undoShareSummaries } from './shareSummaries.ts'

const linkEntity = projectCompanyEntity

/** The companies with these ids, not deleted. Locks them (FOR SHARE), so that nobody renames or deletes them. */
const lockCompanies = async (ids: readonly string[], { tx }: WriteContext) => {
  const isNotDeleted = and(inArray(companies.uniqueId, [...new Set(ids)]), isNull(companies.deletedAt))
  const found = await tx.select().from(companies).where(isNotDeleted).orderBy(companies.uniqueId).for('share')
  return new Map(found.map((company) => [company.uniqueId, company]))
}

/** Adds companies to a project; for contacts their companies, each with the first of the contacts as the main contact. */
const addToProjectHandler = async (of: Entity, projectId: string, context: WriteContext): Promise<BulkHandler> => {
  if (!can(context.actor, projectCompanyPolicy.create)) throw forbidden()
  const sentence = say('Choose a project of your own, or one that is shared with you')
  const project = await requireReference(projectEntity, projectPolicy.attach, ['addToProject', projectId], sentence, context)
  const isContact = of.name === contactEntity.name
  const company = isContact ? contacts.companyId : companies.uniqueId
  const isSameCompany = and(
    eq(projectCompanies.projectId, projectId),
    sql`${projectCompanies.companyId} = ${company}`,
    isNull(projectCompanies.deletedAt),
  )
  const isInProject = sql`exists (select from ${projectCompanies} where ${isSameCompany})`
  const isFurtherContact = sql`row_number() over (partition by ${contacts.companyId} order by ${contacts.uniqueId}) > 1`
  const companyOf = (row: Values) => (isContact ? (row['companyId'] as string) : row.uniqueId)

  return {
    of,
    may: reachCondition(of, of.policy.see, context),
    same: isContact ? sql`(${isInProject} or ${isFurtherContact})` : isInProject,
    apply: async (rows, writing) => {
      const companiesById = await lockCompanies(rows.map(companyOf), writing)
      const chosen = rows.filter((row) => companiesById.has(companyOf(row)))
      const links = chosen.map((row) => {
        const { uniqueId: companyId, legalName: companyName, country } = companiesById.get(companyOf(row))!
        const fields = { projectId, projectName: project.name, companyId, companyName, country }
        const mainContactId = isContact ? row.uniqueId : null
        return {
          ...fields,
          mainContactId,
          ...projectCompanyEntity.computedColumns(fields),
          createdBy: writing.actor.uniqueId,
        }
      })
      const ids = await insertMany(writing.tx, projectCompanies, links)
      if (ids.length > 0) await recalculateContactDays(writing.tx, inArray(projectCompanies.uniqueId, ids))
      const added = (await writing.tx.select().from(projectCompanies).where(inArray(projectCompanies.uniqueId, ids))) as Values[]
      await logChanges(writing, linkEntity, 'CREATED', added)
      const at = new Map(added.map((one) => [one.uniqueId, one['updatedAt'] as string]))
      return chosen.map(({ uniqueId }, index) => ({ uniqueId, place: ids[index]!, updatedAt: at.get(ids[index]!)! }))
    },
  }
}

interface Added extends Done {
  place: string
  updatedAt: string
}

/** Removes the added companies from the project, unless somebody has changed the row since. */
const undoAddToProject =
  (of: Entity): Undo =>
  async (all, context) => {
    const done = all as readonly Added[]
    const addedById = new Map(done.map((one) => [one.place, one]))
    const rows = await lockRows(linkEntity, projectCompanyPolicy.remove, [...addedById.keys()], context)
    const untouched = rows.filter(({ uniqueId, updatedAt }) => updatedAt === addedById.get(uniqueId)!.updatedAt)
    if (untouched.length > 0) await removeRows(linkEntity, untouched, context)
    const back = new Set(untouched.map(({ uniqueId }) => addedById.get(uniqueId)!.uniqueId))
    return { restored: back.size, unchanged: await titlesExcept(of, idsOf(done), back, context) }
  }

type Change = BulkRow['change']

/** The action of a change. */
export const actionOf = (change: Change | undefined): BulkAction => {
  if (!change) return 'DELETE'
  if ('share' in change) return 'SHARE'
  return 'addToProject' in change ? 'ADD_TO_PROJECT' : 'SET'
}

/** For reports, their summaries are shared. */
export const isOfSummaries = ({ name }: Entity) => name === 'meetingReport' || name === 'summary'

/** The bulk action of a change. Throws if the actor may not do it at all. */
export const handlerOf = async (of: Entity, change: Change | undefined, context: WriteContext): Promise<BulkHandler> => {
  switch (actionOf(change)) {
    case 'DELETE':
      return removeHandler(of, context)
    case 'SHARE': {
      const ids = change!['share'] as string[]
      return isOfSummaries(of) ? shareSummariesHandler(of, ids, context) : shareHandler(ids, context)
    }
    case 'ADD_TO_PROJECT':
      return addToProjectHandler(of, change!['addToProject'] as string, context)
    case 'SET':
      return isClosing(of, change!) ? closeHandler(context) : setHandler(of, change!, context)
  }
}

/** Returns the function that undoes an operation, batch by batch. */
export const undoOf = (of: Entity, operation: BulkRow): Undo => {
  const { action, change } = operation
  switch (action) {
    case 'DELETE':
      return undoRemove(of)
    case 'SHARE':
      return isOfSummaries(of) ? undoShareSummaries : undoShare
    case 'ADD_TO_PROJECT':
      return undoAddToProject(of)
    case 'SET':
      return isClosing(of, change) ? undoClose : undoSet(of, operation)
  }
}

const of = nextStepsEntity

/** Whether a change closes tasks. */
export const isClosing = ({ name }: Entity, change: BulkRow['change']) => name === of.name && 'nextStepsStatus' in change

/** Closes many tasks, by the rule that a single one is closed by. */
export const closeHandler = (context: WriteContext): BulkHandler => ({
  of,
  may: reachCondition(of, nextStepsPolicy.markClosed, context),
  same: eq(nextSteps.nextStepsStatus, 'CLOSED'),
  apply: async (rows, writing) => {
    const closed = await closeTasks(idsOf(rows), writing)
    return closed.map(({ uniqueId, closedAt }) => ({ uniqueId, closedAt }))
  },
})

interface Closed extends Done {
  closedAt: string
}

/** Reopens the tasks that the operation closed: the only way in which a task that was closed a while ago is opened again. */
export const undoClose: Undo = async (all, context) => {
  const done = all as readonly Closed[]
  const rows = await lockRows(of, nextStepsPolicy.markClosed, idsOf(done), context)
  const closedAtById = new Map(done.map(({ uniqueId, closedAt }) => [uniqueId, closedAt]))
  const untouched = rows.filter(
    ({ uniqueId, nextStepsStatus, closedAt }) => nextStepsStatus === 'CLOSED' && closedAt === closedAtById.get(uniqueId),
  )
  if (untouched.length > 0) await reopenTasks(idsOf(untouched), context)
  const back = new Set(idsOf(untouched))
  return { restored: back.size, unchanged: await titlesExcept(of, idsOf(done), back, context) }
}
