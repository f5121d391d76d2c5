import { meetingReportPolicy } from '@tradewind/contract/crm/meetingReport.policy'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { summaryPolicy } from '@tradewind/contract/crm/summary.policy'
import { phrase, say } from '@tradewind/contract/kit/say'
import { projectReach } from '#crm/project/share.queries'
import { meetingReportEntity } from '#crm/schema/meetingReport.table'
import { type AskedInProjects, type summaries, summaryEntity } from '#crm/schema/summary.table'
import { checkAll, invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { cleanMarkup, wordsOf } from '#kit/markup'
import { findRecord } from '#kit/record/crud'
import { history } from '#kit/record/history'
import { requireReference, withRelations } from '#kit/record/withRelations'
import type { Notify } from '#platform/notification/notification.queries'
import { nobody, shareWith, standingShares, wantedShares } from './sharing.ts'
import { mailUpdated } from './summary.mail.ts'
import { withShares } from './summary.queries.ts'

type Row = typeof summaries.$inferSelect

const { show: _, ...records } = withRelations(summaryEntity, withShares)

/** The markup as it is kept, and its words. Markup without words says nothing. */
const textsOf = (markup: string) => {
  const text = cleanMarkup(markup)
  const plainText = wordsOf(text)
  if (!plainText) throw invalid({ text: say('{what} is required', { what: say('Summary') }) })
  return { text, plainText }
}

/** The report that a summary is of: one that the actor sees. */
const reportOf = async (reportId: string, context: WriteContext) => {
  const named = ['meetingReportUID', reportId] as const
  const report = await requireReference(meetingReportEntity, meetingReportPolicy.see, named, say('Choose a report'), context)
  const { uniqueId, date, companyId, companyName } = report
  return { meetingReportId: uniqueId, meetingDate: date, companyId, companyName }
}

/** Tells those who did not see it before: once, by the bell and by mail. */
const teller =
  (notify: Notify) =>
  (row: Row, userIds: readonly string[], { tx, actor, scope }: WriteContext) =>
    notify(
      tx,
      scope.tenantId,
      ...userIds.map((userId) => ({
        userId,
        subject: phrase('{by} shared a summary with you'),
        content: phrase('{company}: {words}'),
        values: { by: actor.fullName, company: row.companyName, words: row.plainText.slice(0, 300) },
        path: `summary?summary=${row.uniqueId}`,
      })),
    )

export const summaryRoutes = ({ jobs, notify }: { jobs: Jobs; notify: Notify }) => {
  const tellOf = teller(notify)
  return routes(summaryApi, {
    ...records,
    history: history(summaryEntity, summaryApi.history.who),
    list: (asked, context) => {
      const inProjects = { ...asked, projectReach: projectReach(context.actor) } satisfies AskedInProjects
      return records.list(inProjects, context)
    },

    create: async ({ text, meetingReportUID, ...named }, context) => {
      const [texts, report, wanted] = await checkAll(
        () => textsOf(text),
        () => reportOf(meetingReportUID, context),
        () => wantedShares(named, nobody, context),
      )
      return records.create({ ...texts, ...report }, context, async (created) => {
        const { row, gained } = await shareWith(created, wanted, context)
        await tellOf(row, gained, context)
        return row
      })
    },

    update: async ({ text, meetingReportUID, sharedWith, sharedWithProjects, ...change }, context) => {
      const before = await findRecord(summaryEntity, summaryPolicy.see, change.uniqueId, context)
      const isMoved = meetingReportUID !== undefined && meetingReportUID !== before.meetingReportId
      const report = isMoved ? await reportOf(meetingReportUID, context) : {}
      const texts = text === undefined ? {} : textsOf(text)
      return records.update({ ...change, ...texts, ...report }, context, async (changed) => {
        const wanted = await wantedShares({ sharedWith, sharedWithProjects }, await standingShares(changed, context), context)
        const { row, all, gained } = await shareWith(changed, wanted, context)
        await tellOf(row, gained, context)
        const others = all.filter((userId) => !gained.includes(userId))
        if (changed.updatedAt !== before.updatedAt) await mailUpdated(jobs, row.uniqueId, others, context)
        return row
      })
    },
  })
}
