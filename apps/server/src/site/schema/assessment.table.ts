import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { assessmentCategories, type AssessmentCategory } from '@tradewind/contract/site/assessment.constants'
import { type assessmentApi, AUDIT_QUESTIONS, type AuditTranslations } from '@tradewind/contract/site/assessment.contract'
import { assessmentPolicy, assessmentQuestionPolicy } from '@tradewind/contract/site/policies'
import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, notDeleted, partitionTable, scopedForeignKey, softDeleteTable } from '#kit/database/table'
import { notifyNodes } from '#kit/notifyNodes'
import { entity } from '#kit/record/entity'
import { questionSet } from '#kit/record/questions'
import { leadEntity, leads } from './lead.table.ts'

export const assessmentCategory = pgEnum('audit_category', assessmentCategories)

/** The questions of the self-assessment. A question that has been answered keeps its text, and is retired instead of deleted. */
export const assessmentQuestions = softDeleteTable(
  'audit_question',
  {
    category: assessmentCategory().notNull(),
    question: text().notNull(),
    translations: jsonb().$type<AuditTranslations>().notNull().default({}),
    /** Its position within its category, from 1. */
    position: integer().notNull(),
    answeredAt: instant(),
    retiredAt: instant(),
  },
  (t) => [
    index('audit_question_asked')
      .on(t.tenantId, t.category, t.position, t.uniqueId)
      .where(sql`deleted_at is null and retired_at is null`),
    index('audit_question_by_position').on(t.tenantId, t.position, t.uniqueId).where(notDeleted),
  ],
)

export const selfAssessmentQuestions = questionSet({
  table: assessmentQuestions,
  group: 'category',
  groups: assessmentCategories,
  wordingFields: ['category', 'question'],
  maxActive: AUDIT_QUESTIONS,
  tooManyMessage: say('A category can have 50 questions at most'),
  oneOf: 'all',
  lastMessage: say('This is the last question of the self-assessment, which asks at least one. Add another one first.'),
  topic: 'assessment',
  name: 'auditQuestion',
})

export const assessmentQuestionEntity = entity<typeof assessmentQuestions, typeof assessmentApi>({
  name: 'auditQuestion',
  table: assessmentQuestions,
  policy: assessmentQuestionPolicy,
  title: 'question',
  searchLines: ({ question }) => ({ 1: question }),
  sorts: { position: assessmentQuestions.position },
  filters: {
    category: (category) => eq(assessmentQuestions.category, category as AssessmentCategory),
    retired: (yes) => (yes === 'true' ? isNotNull : isNull)(assessmentQuestions.retiredAt),
  },
  followed: selfAssessmentQuestions.arrange,
})

/** Submitted answers, in the order of the questions, and the averages computed from them. */
export const assessments = partitionTable(
  'assessment',
  {
    leadId: uuid().notNull(),
    /** The lead's name. */
    name: text().notNull(),
    answers: jsonb().$type<{ questionId: string; score: number }[]>().notNull(),
    averages: jsonb().$type<{ category: AssessmentCategory; average: number }[]>().notNull(),
  },
  (t) => [
    scopedForeignKey('assessment_lead', t, t.leadId, leads),
    uniqueIndex('assessment_of_lead').on(t.tenantId, t.partitionId, t.leadId),
  ],
)
export type Assessment = typeof assessments.$inferSelect

export const assessmentEntity = entity({
  name: 'assessment',
  table: assessments,
  policy: assessmentPolicy,
  title: 'name',
  keepsTitle: true,
  confidential: true,
  isPerson: true,
  searchLines: ({ name }) => ({ 1: name }),
  filters: {
    leadId: (leadId) => eq(assessments.leadId, leadId),
    companyId: (companyId) =>
      sql`${assessments.leadId} in (select ${leads.uniqueId} from ${leads} where ${eq(leads.companyId, companyId)} and ${isNull(leads.deletedAt)})`,
  },
  parents: [{ of: leadEntity, column: 'leadId', called: phrase('lead') }],
  // Pages that show a result become stale when it is deleted or restored. Their path contains no id.
  followed: async (tx, [row]) => {
    if (row) await notifyNodes(tx, { topic: 'assessment', tenantId: row.tenantId })
  },
})
