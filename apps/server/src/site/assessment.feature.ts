import { sql } from 'drizzle-orm'
import { entityUse, type Feature } from '#kit/feature'
import { linkTokens } from '#platform/schema/identity.table'
import type { AppContext } from '../appContext.ts'
import { assessmentWorker } from './assessment/assessment.mail.ts'
import { assessmentQuestionSheet, assessmentRoutes } from './assessment/assessment.routes.ts'
import { addFirstAssessmentQuestions, addMissingAssessmentQuestions } from './assessment/firstQuestions.ts'
import { assessmentEntity, assessmentQuestionEntity, assessments } from './schema/assessment.table.ts'

/** The way to a result that is there no more. */
const leadsNowhere = sql`purpose = 'RESULT' and subject not in (select ${assessments.uniqueId}::text from ${assessments})`

/** The self-assessment: its questions, and what was answered. */
export const assessmentFeature = (context: AppContext): Feature => ({
  routes: () => [assessmentRoutes(context)],
  workers: [assessmentWorker(context)],
  sheets: [assessmentQuestionSheet],
  entities: [entityUse(assessmentQuestionEntity), entityUse(assessmentEntity, { confidential: true, ofPerson: true })],
  expired: [[linkTokens, leadsNowhere]],
  onStart: () => addMissingAssessmentQuestions(context),
  onTenantCreated: addFirstAssessmentQuestions,
})
