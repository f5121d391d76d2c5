import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsPolicy } from '@tradewind/contract/crm/nextSteps.policy'
import { isMember } from '@tradewind/contract/roles'
import { summaryPolicy } from '@tradewind/contract/crm/summary.policy'
import { say } from '@tradewind/contract/kit/say'
import { allow } from '#kit/rowFilter'
import { checkAll, invalid } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { crud, findRecord } from '#kit/record/crud'
import { history } from '#kit/record/history'
import { withRelations } from '#kit/record/withRelations'
import { requireReference } from '#kit/record/requireReference'
import type { Notify } from '#platform/notification/notification.queries'
import { summaryEntity } from '#crm/schema/summary.table'
import { staffAmong } from '#platform/user/person.queries'
import { doings } from './nextSteps.doings.ts'
import { withNames } from './nextSteps.queries.ts'
import { nextStepsEntity, type nextSteps } from '#crm/schema/nextSteps.table'

type Row = typeof nextSteps.$inferSelect

const base = crud(nextStepsEntity)
const { update, ...read } = withRelations(nextStepsEntity, withNames)
const shown = async (row: Row, context: WriteContext) => (await withNames([row], context))[0]!

/** Who may be given a task: staff of the tenant; members do their own. */
const mayDo = async (userId: string, { tx, actor }: WriteContext) => {
  const may = isMember(actor) ? userId === actor.uniqueId : (await staffAmong(tx, [userId])).length === 1
  if (!may) throw invalid({ assignedUser: say('Choose one of the staff') })
}

/** The summary that a task came of: one that the actor sees. */
const summaryOf = async (summaryId: string, context: WriteContext) => {
  const named = ['summaryUID', summaryId] as const
  const { uniqueId, companyId, companyName } = await requireReference(
    summaryEntity,
    summaryPolicy.see,
    named,
    say('Choose a summary'),
    context,
  )
  return { summaryId: uniqueId, companyId, companyName }
}

export const nextStepsRoutes = ({ notify }: { notify: Notify }) => {
  const { tellAssigned, close, reopen } = doings(notify)
  return routes(nextStepsApi, {
    ...read,
    history: history(nextStepsEntity, nextStepsApi.history.who),
    remove: base.remove,

    fetchBySummary: async ({ summaryId, ...asked }, context: ReadContext) => {
      await findRecord(summaryEntity, summaryPolicy.see, summaryId, context)
      return read.list({ ...asked, summaryUID: summaryId } as typeof asked, context)
    },

    create: async ({ summaryUID, ...fields }, context) => {
      const [summary] = await checkAll(
        () => summaryOf(summaryUID, context),
        () => mayDo(fields.assignedUser, context),
      )
      const row = await base.create({ ...fields, ...summary }, context)
      await tellAssigned(row, context)
      return shown(row, context)
    },

    update: async ({ summaryUID, ...change }, context) => {
      const before = await findRecord(nextStepsEntity, nextStepsPolicy.see, change.uniqueId, context)
      const isGiven = change.assignedUser !== undefined && change.assignedUser !== before.assignedUser
      const [summary] = await checkAll(
        () => (summaryUID && summaryUID !== before.summaryId ? summaryOf(summaryUID, context) : {}),
        () => isGiven && mayDo(change.assignedUser!, context),
      )
      const again = change.byWhen && change.byWhen !== before.byWhen ? { remindedAt: null } : {}
      const row = await update({ ...change, ...summary, ...again }, context)
      if (isGiven) await tellAssigned(row, context)
      return shown(row, context)
    },

    markClosed: async ({ uniqueId }, context) => {
      const row = await findRecord(nextStepsEntity, nextStepsPolicy.markClosed, uniqueId, context, 'update')
      allow(context.actor, nextStepsPolicy.markClosed, row)
      return shown(row.nextStepsStatus === 'OPEN' ? await close(row, context) : row, context)
    },

    reopen: async ({ uniqueId }, context) => {
      const row = await findRecord(nextStepsEntity, nextStepsPolicy.reopen, uniqueId, context, 'update')
      return shown(await reopen(row, context), context)
    },
  })
}
