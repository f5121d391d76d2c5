import { calendarFeature } from '#crm/calendar.feature'
import { companyFeature } from '#crm/company.feature'
import { contactFeature } from '#crm/contact.feature'
import { dashboardFeature } from '#crm/dashboard.feature'
import { eventFeature } from '#crm/event.feature'
import { fileImportFeature } from '#crm/fileImport.feature'
import { meetingReportFeature } from '#crm/meetingReport.feature'
import { nextStepsFeature } from '#crm/nextSteps.feature'
import { projectFeature } from '#crm/project.feature'
import { summaryFeature } from '#crm/summary.feature'
import { driveFeature } from '#drive/drive.feature'
import { type AllFeatures, type Feature, kitFeature } from '#kit/feature'
import { buildServer } from '#kit/http/server'
import { attachmentFeature } from '#operations/attachment.feature'
import { bulkFeature } from '#operations/bulk.feature'
import { bulkUploadFeature } from '#operations/bulkUpload.feature'
import { homeFeature } from '#operations/home.feature'
import { operatorFeature } from '#operations/operator.feature'
import { searchFeature } from '#operations/search.feature'
import { sweepFeature } from '#operations/sweep.feature'
import { timelineFeature } from '#operations/timeline.feature'
import { trashFeature } from '#operations/trash.feature'
import { viewFeature } from '#operations/view.feature'
import { auditFeature } from '#platform/audit.feature'
import { customFieldFeature } from '#platform/customField.feature'
import { documentFeature } from '#platform/document.feature'
import { identityFeature } from '#platform/identity.feature'
import { legalTextFeature } from '#platform/legalText.feature'
import { letterFeature } from '#platform/letter.feature'
import { messageFeature } from '#platform/message.feature'
import { notificationFeature } from '#platform/notification.feature'
import { permissionFeature } from '#platform/permission.feature'
import { tenantFeature } from '#platform/tenant.feature'
import { tenantSettingFeature } from '#platform/tenantSetting.feature'
import { userFeature } from '#platform/user.feature'
import { analyticsFeature } from '#site/analytics.feature'
import { assessmentFeature } from '#site/assessment.feature'
import { contentFeature } from '#site/content.feature'
import { leadFeature } from '#site/lead.feature'
import { questionFeature } from '#site/question.feature'
import { topicFeature } from '#site/topic.feature'
import { webCallFeature } from '#site/webCall.feature'
import { reviewFeature } from '#trust/review.feature'
import { hotlistReader } from '#trust/review.queries'
import { reviewQuestionFeature } from '#trust/reviewQuestion.feature'
import type { AppContext } from './appContext.ts'
import { importWorker } from './kit/record/upload.ts'
import { traceCalls, watchCalls } from './services/telemetry.ts'

/**
 * All features. A feature whose records belong to another feature's records comes after it: it is swept before it, and search lists it after it.
 */
const features: readonly ((context: AppContext, all: AllFeatures) => Feature)[] = [
  identityFeature,
  userFeature,
  permissionFeature,
  documentFeature,
  notificationFeature,
  messageFeature,
  legalTextFeature,
  letterFeature,
  tenantFeature,
  tenantSettingFeature,
  customFieldFeature,
  auditFeature,
  companyFeature,
  (context, all) => contactFeature({ ...context, hotlist: hotlistReader(context.hashAddress) }, all),
  meetingReportFeature,
  summaryFeature,
  projectFeature,
  nextStepsFeature,
  fileImportFeature,
  eventFeature,
  calendarFeature,
  dashboardFeature,
  reviewQuestionFeature,
  reviewFeature,
  contentFeature,
  leadFeature,
  assessmentFeature,
  questionFeature,
  topicFeature,
  webCallFeature,
  analyticsFeature,
  driveFeature,
  attachmentFeature,
  bulkUploadFeature,
  bulkFeature,
  timelineFeature,
  homeFeature,
  operatorFeature,
  searchFeature,
  trashFeature,
  viewFeature,
  kitFeature,
  sweepFeature,
]

const featuresOf = (context: AppContext) => {
  const all: Feature[] = []
  for (const feature of features) all.push(feature(context, () => all))
  return all
}

/** The job workers of all features. */
export const workers = (context: AppContext) =>
  featuresOf(context).flatMap(({ workers: own = [], imports = [] }) => [
    ...own,
    ...imports.map((spec) => importWorker(spec, context)),
  ])

/** The scheduled jobs of all features. */
export const routines = (context: AppContext) => featuresOf(context).flatMap(({ schedules = [] }) => schedules)

/** Runs the features' start hooks, which add what an installation of an earlier version lacks. */
export const runStartHooks = async (context: AppContext) => {
  for (const { onStart } of featuresOf(context)) await onStart?.()
}

/** A server without routes. */
export const createBareServer = ({ env, logger, telemetry: { recorder, calls } }: AppContext) =>
  buildServer({
    logger,
    trustProxy: env.trustProxy,
    secure: env.appUrl?.startsWith('https:') ?? false,
    watch: (app) => {
      watchCalls(app, calls)
      if (recorder) traceCalls(app, recorder)
    },
  })

/** The whole application, not yet listening. */
export const buildApp = (context: AppContext) => {
  const app = createBareServer(context)
  for (const { routes, mount } of featuresOf(context)) {
    for (const add of routes?.() ?? []) add(app, context)
    mount?.(app)
  }
  return app
}
