import type { AppContext } from '../appContext.ts'
import { sql } from 'drizzle-orm'
import { entityUse, type Feature } from '#kit/feature'
import { linkTokens } from '#platform/schema/identity.table'
import { assessmentWorker } from './assessment/assessment.mail.ts'
import { auditQuestionRoutes } from './assessment/assessment.routes.ts'
import { auditQuestionSheet } from './assessment/assessment.sheet.ts'
import { addFirstAuditQuestions, addMissingAuditQuestions } from './assessment/firstQuestions.ts'
import { assessmentEntity, assessmentQuestionEntity, assessments } from './schema/assessment.table.ts'

/** The way to a result that is there no more. */
const leadsNowhere = sql`purpose = 'RESULT' and subject not in (select ${assessments.uniqueId}::text from ${assessments})`

/** The self-assessment: its questions, and what was answered. */
export const assessmentFeature = (context: AppContext): Feature => ({
  routes: () => [auditQuestionRoutes(context)],
  workers: [assessmentWorker(context)],
  sheets: [auditQuestionSheet],
  entities: [entityUse(assessmentQuestionEntity), entityUse(assessmentEntity, { confidential: true })],
  expired: [[linkTokens, leadsNowhere]],
  onStart: () => addMissingAuditQuestions(context),
  onTenantCreated: addFirstAuditQuestions,
})
