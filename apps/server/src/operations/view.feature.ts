import { parseCondition } from '@tradewind/contract/kit/conditions'
import { isCustomName, specsOfCustom } from '@tradewind/contract/kit/custom/custom.fields'
import type { AuditAction } from '@tradewind/contract/kit/history'
import { can, type Policy } from '@tradewind/contract/kit/policy'
import { say, Sentence } from '@tradewind/contract/kit/say'
import type { ListState } from '@tradewind/contract/kit/view'
import { viewPolicy } from '@tradewind/contract/kit/view.policy'
import { isViewed, MAX_VIEWS, supportedState, viewApi, type Viewed } from '@tradewind/contract/operations/view.contract'
import { tenantPolicy, userPolicy } from '@tradewind/contract/platform/policies'
import { and, asc, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { stateInOutline } from '#crm/company.queries'
import { definitionsOf } from '#kit/custom/definitions'
import { pageOf } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, forbidden, invalid, notFound } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import { type ReadContext, readerOf, type RequestContext, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { notifyOfKinds, notifyOfOwn, recordActivity } from '#kit/record/activity'
import { audit, audits, changesOf } from '#kit/record/audit'
import { assertMayDo, findRecord } from '#kit/record/crud'
import { type Entity, rowCondition } from '#kit/record/entity'
import { fullNamesOf } from '#platform/user/user.queries'
import type { AppContext } from '../appContext.ts'
import { defaultViews, savedViews, viewEntity } from './schema/view.table.ts'

type Row = typeof savedViews.$inferSelect
type Context = ReadContext | WriteContext
/** What views must know of a list: who sees it, and whether tenants add fields to its records. */
type ViewedList = Pick<Entity, 'custom'> & { policy: Pick<Policy, 'see'> }
type Lists = (name: Viewed) => ViewedList

/** The lists of the administration. Everyone sees their own account, administrators the list. */
const administration: Partial<Record<Viewed, ViewedList>> = {
  admin: { policy: { see: userPolicy.list } },
  tenant: { policy: tenantPolicy },
}

/** Throws unless the actor may see the list itself. */
const assertCanSeeList = (lists: Lists, entity: Viewed, { actor }: RequestContext) => {
  if (!can(actor, lists(entity).policy.see)) throw forbidden()
}

const isOwnDefault = (entity: string, { actor }: RequestContext) =>
  and(eq(defaultViews.userId, actor.uniqueId), eq(defaultViews.entity, entity))

const defaultOf = async (entity: Viewed, context: Context) => {
  const [found] = await readerOf(context)
    .select({ id: defaultViews.viewId })
    .from(defaultViews)
    .where(isOwnDefault(entity, context))
  return found?.id
}

type Definitions = Awaited<ReturnType<typeof definitionsOf>>

/** A list's state without what names fields of the tenant that are not in use. */
const withoutRetiredFields = (state: ListState, definitions: Definitions): ListState => {
  const specs = specsOfCustom(definitions)
  const isInUse = (name: string) => !isCustomName(name) || name in specs
  const isSupported = (condition: string) => !isCustomName(condition) || !(parseCondition(specs, condition) instanceof Sentence)
  return {
    ...state,
    where: state.where.filter(isSupported),
    any: state.any.filter(isSupported),
    sort: isInUse(state.sort.replace('-', '')) ? state.sort : '',
    columns: state.columns.filter(isInUse),
    widths: Object.fromEntries(Object.entries(state.widths).filter(([name]) => isInUse(name))),
  }
}

/** The fields of the tenant that the lists of these views may name; none are read if no view names one. */
const definitionsIn = async (of: ViewedList, rows: readonly Row[], context: Context) =>
  of.custom && JSON.stringify(rows.map(({ state }) => state)).includes('custom.')
    ? definitionsOf(readerOf(context), of.custom.kind)
    : []

/** The part of a view's state that the actor's list accepts, and whether something was left out. */
const usableState = ({ entity, state }: Row & { entity: Viewed }, definitions: Definitions, { actor }: Context) => {
  const supported = supportedState(entity, state)
  const inUse = withoutRetiredFields(supported.state, definitions)
  const usable = entity === 'company' ? stateInOutline(inUse, actor) : inUse
  const isSame = JSON.stringify(usable) === JSON.stringify(supported.state)
  return { state: usable, isDropped: supported.isDropped || !isSame }
}

/** Views in the format of the reply, without what their list no longer knows, or does not let the actor use. */
const toViews = async (lists: Lists, rows: Row[], entity: Viewed, context: Context) => {
  const definitions = await definitionsIn(lists(entity), rows, context)
  const defaultId = await defaultOf(entity, context)
  const names = await fullNamesOf(
    readerOf(context),
    rows.map(({ createdBy }) => createdBy),
  )
  return rows.map((row) => ({
    ...row,
    entity,
    ...usableState({ ...row, entity }, definitions, context),
    isDefault: row.uniqueId === defaultId,
    mayChange: can(context.actor, viewPolicy.update, row),
    createdByName: names.get(row.createdBy ?? '') ?? null,
  }))
}

const toView = async (lists: Lists, row: Row, context: Context) =>
  (await toViews(lists, [row], row.entity as Viewed, context))[0]!

const isVisibleTo = ({ actor }: RequestContext) => rowCondition(viewEntity, viewPolicy.see, actor)

const findViews = async (entity: Viewed, sort: string, context: ReadContext) => {
  const direction = sort.startsWith('-') ? desc : asc
  return context.db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.entity, entity), isNull(savedViews.deletedAt), isVisibleTo(context)))
    .orderBy(direction(sql`lower(${savedViews.name})`), direction(savedViews.uniqueId))
}

const isOwnView = (entity: string, { actor }: RequestContext) =>
  and(eq(savedViews.entity, entity), eq(savedViews.createdBy, actor.uniqueId), isNull(savedViews.deletedAt))

/** Serializes the actor's changes of the views of a list, so that names and limit hold. */
const lockViews = (entity: string, { tx, actor }: WriteContext) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`views ${entity} ${actor.uniqueId}`}, 0))`)

/** Another view of this list by the actor that has this name. */
const findNamesake = async (entity: string, name: string, context: WriteContext, butId?: string) => {
  await lockViews(entity, context)
  const same = sql`lower(${savedViews.name}) = lower(${name})`
  const others = butId ? ne(savedViews.uniqueId, butId) : undefined
  const [existing] = await context.tx
    .select()
    .from(savedViews)
    .where(and(isOwnView(entity, context), same, others))
    .limit(1)
  return existing
}

/** Throws if another view of this list by the actor has this name. */
const assertNameFree = async (entity: string, name: string | undefined, context: WriteContext, butId?: string) => {
  const existing = name === undefined ? undefined : await findNamesake(entity, name, context, butId)
  if (existing) throw invalid({ name: say('There is already “{name}”', { name: existing.name }) })
}

const assertBelowLimit = async (entity: string, context: WriteContext) => {
  if ((await context.tx.$count(savedViews, isOwnView(entity, context))) >= MAX_VIEWS)
    throw invalid({ name: say('At most {count} views of a list. Delete one first.', { count: MAX_VIEWS }) })
}

/** Throws unless the visibility is unchanged or the actor may share views: only admins make a view public or private again. */
const assertCanShare = (visibility: Row['visibility'] | undefined, before: Row['visibility'], { actor }: RequestContext) => {
  if (visibility !== undefined && visibility !== before && !can(actor, viewPolicy.share)) throw forbidden()
}

/** A view that the actor sees, locked, whose kind still has a list, which the actor sees, too. */
const lockView = async (lists: Lists, uniqueId: string, context: WriteContext) => {
  const row = await findRecord(viewEntity, viewPolicy.see, uniqueId, context, 'update')
  if (!isViewed(row.entity) || !can(context.actor, lists(row.entity).policy.see)) throw notFound()
  return row as Row & { entity: Viewed }
}

/** Who last changed a view. Of a private one that is its owner; changes of a shared one are in the audit trail, except those of former releases. */
const changedBySentence = async ({ uniqueId, visibility }: Row, { tx, actor }: WriteContext) => {
  const byMe = say('You have changed this view yourself, in another tab')
  if (visibility === 'PRIVATE') return byMe
  const { recordId, createdBy, byName: name } = audits
  const [last] = await tx
    .select({ createdBy, name })
    .from(audits)
    .where(eq(recordId, uniqueId))
    .orderBy(desc(audits.uniqueId))
    .limit(1)
  if (last?.createdBy === actor.uniqueId) return byMe
  return last?.name ? say('{name} has changed this view', { name: last.name }) : say('This view was changed in the meantime')
}

/** Throws a 409 with the current view if it has changed since. */
const assertCurrent = async (lists: Lists, row: Row, updatedAt: string | undefined, context: WriteContext) => {
  if (updatedAt === undefined || Date.parse(updatedAt) === Date.parse(row.updatedAt)) return
  const current = viewApi.update.reply.parse(await toView(lists, row, context))
  throw conflict(await changedBySentence(row, context), current)
}

const isShared = ({ visibility }: Row) => visibility === 'SHARED'
const auditedFields = (row: Row) => ({ name: row.name, shared: isShared(row) })

/**
 * Adds what was done to a shared view to the audit trail, and notifies open lists of a view: if it is or was shared, all of them without naming it,
 * since those who may no longer see it must learn that, too; otherwise its owner's.
 */
const recordView = async (context: WriteContext, action: AuditAction, row: Row, before = row) => {
  if (!isShared(row) && !isShared(before)) return recordActivity(context, viewEntity, [row], { action: 'CHANGED' })
  const changes = changesOf(auditedFields(before), auditedFields(row))
  await audit(context, { action, kind: viewEntity.name, recordId: row.uniqueId, title: row.name, changes })
  return notifyOfKinds(context, [viewEntity])
}

const updateView = async (
  before: Row,
  values: Partial<Row> | { deletedAt: string | null },
  context: WriteContext,
  action: AuditAction = 'CHANGED',
) => {
  const updated = { ...values, updatedAt: nextUpdatedAt(savedViews.updatedAt) }
  const [row] = await context.tx.update(savedViews).set(updated).where(eq(savedViews.uniqueId, before.uniqueId)).returning()
  await recordView(context, action, row!, before)
  return row!
}

/** A deleted view that the actor may restore, locked. (Deleted views are purged after a day.) */
const lockDeletedView = async (lists: Lists, uniqueId: string, { tx, actor }: WriteContext) => {
  const allowed = rowCondition(viewEntity, viewPolicy.restore, actor)
  const found = and(eq(savedViews.uniqueId, uniqueId), isNotNull(savedViews.deletedAt), allowed)
  const [row] = await tx.select().from(savedViews).where(found).for('update')
  if (!row || !isViewed(row.entity) || !can(actor, lists(row.entity).policy.see)) throw notFound()
  return row
}

/** Sets the default view of a list for the actor, replacing any other. */
const setDefaultView = (entity: string, viewId: string, { tx, actor }: WriteContext) => {
  const { tenantId, partitionId, userId } = defaultViews
  const target = [tenantId, partitionId, userId, defaultViews.entity]
  return tx
    .insert(defaultViews)
    .values({ userId: actor.uniqueId, entity, viewId })
    .onConflictDoUpdate({ target, set: { viewId } })
}

const viewRoutes = (lists: Lists) =>
  routes(viewApi, {
    list: async ({ entity, page, size, sort = 'name' }, context) => {
      assertCanSeeList(lists, entity, context)
      return pageOf(await toViews(lists, await findViews(entity, sort, context), entity, context), { page, size })
    },

    create: async ({ entity, name, visibility, state }, context) => {
      assertCanSeeList(lists, entity, context)
      assertCanShare(visibility, 'PRIVATE', context)
      await assertNameFree(entity, name, context)
      await assertBelowLimit(entity, context)
      const values = { entity, name, visibility, state, createdBy: context.actor.uniqueId, searchText: '' }
      const [row] = await context.tx.insert(savedViews).values(values).returning()
      await recordView(context, 'CREATED', row!)
      return toView(lists, row!, context)
    },

    update: async ({ uniqueId, entity, updatedAt, ...fields }, context) => {
      const row = await lockView(lists, uniqueId, context)
      await assertMayDo(viewEntity, viewPolicy.update, row, context)
      if (row.entity !== entity) throw notFound()
      await assertCurrent(lists, row, updatedAt, context)
      assertCanShare(fields.visibility, row.visibility, context)
      await assertNameFree(entity, fields.name, context, uniqueId)
      return toView(lists, await updateView(row, fields as Partial<Row>, context), context)
    },

    setDefault: async ({ entity, viewId }, context) => {
      assertCanSeeList(lists, entity, context)
      if (viewId && (await lockView(lists, viewId, context)).entity !== entity) throw notFound()
      await (viewId
        ? setDefaultView(entity, viewId, context)
        : context.tx.delete(defaultViews).where(isOwnDefault(entity, context)))
      notifyOfOwn(context.tx, context.actor.tenantId, context.actor.uniqueId, viewEntity.name)
      return { entity, viewId: viewId ?? null }
    },

    remove: async ({ uniqueId }, context) => {
      const row = await lockView(lists, uniqueId, context)
      await assertMayDo(viewEntity, viewPolicy.remove, row, context)
      await updateView(row, { deletedAt: new Date().toISOString() }, context, 'DELETED')
      return { uniqueId }
    },

    restore: async ({ uniqueId }, context) => {
      const row = await lockDeletedView(lists, uniqueId, context)
      const existing = await findNamesake(row.entity, row.name, context)
      if (existing) throw conflict(say('There is already “{name}”', { name: existing.name }))
      await assertBelowLimit(row.entity, context)
      return toView(lists, await updateView(row, { deletedAt: null }, context, 'RESTORED'), context)
    },
  })

/** Saved views of lists. Private views are deleted with their user. */
export const viewFeature = (_: AppContext, all: AllFeatures): Feature => ({
  routes: () => {
    const entities = all().flatMap((feature) => feature.entities ?? [])
    return [viewRoutes((name) => administration[name] ?? entities.find((entity) => entity.name === name)!)]
  },
  announced: [viewEntity],
  expired: [[savedViews, sql`deleted_at < now() - interval '1 day'`]],
  onUserDeleted: async (tx, userId) => {
    await tx.delete(savedViews).where(and(eq(savedViews.createdBy, userId), eq(savedViews.visibility, 'PRIVATE')))
  },
})
