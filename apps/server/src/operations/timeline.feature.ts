import type { Rules } from '@tradewind/contract/kit/policy'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { and, asc, desc, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { mergedTimelines } from '#crm/schema/merge.table'
import { summaries, summaryEntity } from '#crm/schema/summary.table'
import { countUpTo } from '#kit/database/list'
import { notFound } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { activities } from '#kit/record/activity'
import { findRecord } from '#kit/record/crud'
import { anyEntity, type Entity, rowFilterOf } from '#kit/record/entity'
import type { AppContext } from '../appContext.ts'

type Row = typeof activities.$inferSelect

/**
 * Who asks sees what happened to the records that they may see, and to no others. Those that are on the timeline are asked about,
 * few of all that there are.
 */
const seenBy = (of: Entity, subjectIds: string[], { actor }: ReadContext): SQL | undefined => {
  const rules: Rules = of.policy.see
  const reach = rowFilterOf(of, rules, actor)
  if (reach === 'all') return undefined
  const standing = sql`select ${activities.recordId} from ${activities} where ${inArray(activities.subjectId, subjectIds)} and ${activities.kind} = ${of.name}`
  const { uniqueId } = of.table
  const reached = sql`${activities.recordId} in (select ${uniqueId} from ${of.table} where ${uniqueId} in (${standing}) and ${reach})`
  return or(ne(activities.kind, of.name), reached)
}

/** A record, and those that are part of it since a merge: what happened to them is on its timeline. */
const subjectsOf = async (uniqueId: string, { db }: ReadContext) => {
  const { intoId, fromId } = mergedTimelines
  const { rows } = await db.execute<{ id: string }>(sql`with recursive subject as (select ${uniqueId}::uuid as id
    union select ${fromId} from subject join ${mergedTimelines} on ${intoId} = subject.id) select id from subject`)
  return rows.map(({ id }) => id)
}

const FIRST_WORDS = 300

/** The first words of the summaries that live and that who asks may see. */
const excerptsOf = async (rows: readonly Row[], { db, actor }: ReadContext) => {
  const ids = rows.filter(({ kind }) => kind === summaryEntity.name).map(({ recordId }) => recordId)
  if (ids.length === 0) return new Map<string, string>()
  const reach = rowFilterOf(anyEntity(summaryEntity), summaryEntity.policy.see, actor)
  const { uniqueId, plainText, deletedAt } = summaries
  const found = await db
    .select({ uniqueId, words: sql<string>`left(${plainText}, ${FIRST_WORDS})` })
    .from(summaries)
    .where(and(inArray(uniqueId, ids), isNull(deletedAt), reach === 'all' ? undefined : reach))
  return new Map(found.map((summary) => [summary.uniqueId, summary.words]))
}

/** `entities`: those whose events are on timelines, the subjects of the timelines among them. */
const timelineRoutes = (entities: readonly Entity[]) =>
  routes(timelineApi, {
    list: async ({ kind, uniqueId, page = 0, size = 20, sort = '-dateCreated' }, context) => {
      const of = entities.find(({ name }) => name === kind)
      if (!of) throw notFound()
      await findRecord(of, of.policy.see, uniqueId, context)
      const subjects = await subjectsOf(uniqueId, context)
      const seen = and(inArray(activities.subjectId, subjects), ...entities.map((one) => seenBy(one, subjects, context)))
      const way = sort.startsWith('-') ? desc : asc
      const [rows, total] = await Promise.all([
        context.db
          .select()
          .from(activities)
          .where(seen)
          .orderBy(way(activities.dateCreated), way(activities.uniqueId))
          .limit(size)
          .offset(page * size),
        countUpTo(context.db, sql`select from ${activities} where ${seen}`),
      ])
      const excerpts = await excerptsOf(rows, context)
      const shown = rows.map((row) => ({ ...row, excerpt: excerpts.get(row.recordId) ?? null }))
      return { rows: shown, ...total }
    },
  })

/** What happened around a company, a contact or a project. */
export const timelineFeature = (_: AppContext, all: AllFeatures): Feature => ({
  routes: () => {
    const entities = all().flatMap((feature) => feature.entities ?? [])
    return [timelineRoutes(entities.filter(({ onTimeline }) => onTimeline).map(({ entity }) => entity))]
  },
})
