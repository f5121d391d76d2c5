import { projectPolicy } from '@tradewind/contract/crm/policies'
import { projectApi } from '@tradewind/contract/crm/project.contract'
import { projectFields } from '@tradewind/contract/crm/project.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { isMember } from '@tradewind/contract/roles'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { insertMany } from '#kit/database/insert'
import { expiredInTrash } from '#kit/database/table'
import { invalid } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { notifyOfAccess } from '#kit/record/activity'
import { withRelations } from '#kit/record/crud'
import { exportHandlers } from '#kit/record/sheets'
import type { Notify } from '#platform/notification/notification.queries'
import { fullNamesOf, lockStaff } from '#platform/user/user.queries'
import type { AppContext } from '../appContext.ts'
import { attachReach, sharesOf, withPeople } from './project.queries.ts'
import { projectCompanyRoutes } from './projectCompany.routes.ts'
import { recordRelatedChange } from './relatedChange.ts'
import { contacts } from './schema/contact.table.ts'
import {
  projectCompanies,
  projectCompanyEntity,
  projectEntity,
  type ProjectListQuery,
  type projects,
  projectShares,
} from './schema/project.table.ts'

type Row = typeof projects.$inferSelect

const { show: _, ...records } = withRelations(projectEntity, withPeople)

/** Throws unless these are staff. Members can share their projects with nobody. */
const assertCanShareWith = async (ids: readonly string[], { tx, actor }: WriteContext) => {
  const may = isMember(actor) ? [] : await lockStaff(tx, ids)
  if (may.length !== ids.length) throw invalid({ sharedWith: say('Choose staff of your own') })
}

/** The names of those with whom it was and is shared, for the audit trail. */
const changesOf = async (before: readonly string[], after: readonly string[], { tx }: WriteContext) => {
  const names = await fullNamesOf(tx, [...before, ...after])
  const namesOf = (ids: readonly string[]) => ids.flatMap((id) => names.get(id) ?? [])
  return { sharedWith: { before: namesOf(before), after: namesOf(after) } }
}

/** Shares a project with exactly these users; new ones must be staff. Returns the updated project, and the new users. */
const shareWith = async (row: Row, ids: readonly string[], context: WriteContext) => {
  const { uniqueId: projectId } = row
  const before = (await sharesOf([projectId], context)).get(projectId) ?? []
  const removedIds = before.filter((id) => !ids.includes(id))
  const gained = ids.filter((id) => !before.includes(id))
  await assertCanShareWith(gained, context)
  if (removedIds.length + gained.length === 0) return { row, gained }
  const endedShares = and(eq(projectShares.projectId, projectId), inArray(projectShares.userId, removedIds))
  if (removedIds.length > 0) await context.tx.delete(projectShares).where(endedShares)
  await insertMany(
    context.tx,
    projectShares,
    gained.map((userId) => ({ projectId, userId })),
  )
  notifyOfAccess(context.tx, context.scope.tenantId, [...removedIds, ...gained])
  const changes = await changesOf(before, ids, context)
  const shareChange = gained.length > 0 ? ({ changes, action: 'SHARED' } as const) : { changes }
  return { row: await recordRelatedChange(projectEntity, projectId, shareChange, context), gained }
}

/** Notifies the users with whom a project was not shared before. */
const sharedNotifier =
  (notify: Notify) =>
  (row: Row, userIds: readonly string[], { tx, actor, scope }: WriteContext) =>
    notify(
      tx,
      scope.tenantId,
      ...userIds
        .filter((userId) => userId !== actor.uniqueId)
        .map((userId) => ({
          userId,
          by: actor.uniqueId,
          subject: phrase('{by} shared a project with you'),
          content: '{project}',
          values: { by: actor.fullName, project: row.name },
          path: `project/show/${row.uniqueId}`,
        })),
    )

/** The rows of an export, with the names and the figure that the list shows. */
const withListed = async (rows: Row[], context: ReadContext) =>
  (await withPeople(rows, context)).map(({ sharedWith, companies, createdByName }, at) => ({
    ...rows[at]!,
    sharedWith: sharedWith.map(({ fullName }) => fullName).join(', '),
    companies,
    createdByName,
  }))

const exportSpec = {
  of: projectEntity,
  rules: projectPolicy.export,
  title: 'Projects',
  columns: projectFields,
  related: withListed,
}

const projectRoutes = ({ notify, tickets }: Pick<AppContext, 'notify' | 'tickets'>) => {
  const notifyShared = sharedNotifier(notify)
  const share = async (row: Row, ids: readonly string[] | undefined, context: WriteContext) => {
    if (!ids) return row
    const { row: shared, gained } = await shareWith(row, ids, context)
    await notifyShared(shared, gained, context)
    return shared
  }

  return routes(projectApi, {
    ...records,
    list: (query, context) => {
      const withReach = { ...query, attachReach: attachReach(context.actor) } satisfies ProjectListQuery
      return records.list(withReach, context)
    },
    ...exportHandlers(exportSpec, { tickets }),

    create: ({ sharedWith, ...fields }, context) => records.create(fields, context, (row) => share(row, sharedWith, context)),

    update: ({ sharedWith, ...change }, context) => records.update(change, context, (row) => share(row, sharedWith, context)),
  })
}

export const projectFeature = (context: AppContext): Feature => ({
  routes: () => [projectRoutes(context), projectCompanyRoutes(context)],
  entities: [projectEntity, projectCompanyEntity],
  references: [{ to: 'contact', table: projectCompanies, column: 'mainContactId', kind: projectCompanyEntity.name }],
  // Clears references to main contacts that are about to be purged.
  beforeSweep: (tx) =>
    tx
      .update(projectCompanies)
      .set({ mainContactId: null })
      .where(sql`${projectCompanies.mainContactId} in ${expiredInTrash(contacts)}`),
})
