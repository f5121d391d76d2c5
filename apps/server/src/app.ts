import { bulkUploadWorker } from '#operations/bulkUpload.job'
import { bulkUploadRoutes } from '#operations/bulkUpload.routes'
import { bytesWorker } from '#platform/document/document.bytes'
import { documentRoutes } from '#platform/document/document.routes'
import { forgottenWorker } from '#platform/identity/forgotten'
import { companyImport } from '#crm/company/company.sheet'
import { companyRoutes } from '#crm/company/company.routes'
import { letterWorker } from '#platform/identity/identity.mail'
import { sweep } from '#operations/sweep'
import { identityRoutes } from '#platform/identity/identity.routes'
import { invitations } from '#platform/identity/invitations'
import { welcomeWorker } from '#platform/identity/welcome.job'
import { signUpRoutes } from '#platform/identity/signup.routes'
import { passwordProof } from '#platform/identity/proof'
import { messageRoutes } from '#platform/message/message.routes'
import { notificationLetterWorker } from '#platform/notification/notification.letter'
import { mountLive } from '#platform/notification/live'
import { notificationRoutes } from '#platform/notification/notification.routes'
import { userPermissionRoutes } from '#platform/user/permission.granting'
import { permissionRoutes } from '#platform/permission/permission.routes'
import { auditRoutes } from '#platform/audit/audit.routes'
import { assessmentWorker } from '#site/assessment/assessment.mail'
import { auditQuestionRoutes } from '#site/assessment/assessment.routes'
import { auditQuestionSheet } from '#site/assessment/assessment.sheet'
import { addFirstAuditQuestions } from '#site/assessment/first/firstQuestions'
import { contactRoutes } from '#crm/contact/contact.routes'
import { contactImport } from '#crm/contact/contact.sheet'
import { publishWorker } from '#site/content/content.job'
import { contentRoutes } from '#site/content/content.routes'
import { mountFeeds } from '#site/content/feed/feeds'
import { unusedWorker } from '#site/content/unused.job'
import { dashboardRoutes } from '#crm/dashboard/dashboard.routes'
import { eventRoutes } from '#crm/event/event.routes'
import { contactDays } from '#crm/meetingReport/contactDays.job'
import { meetingReportRoutes } from '#crm/meetingReport/meetingReport.routes'
import { returnTasks } from '#crm/nextSteps/nextSteps.queries'
import { nextStepsReminder } from '#crm/nextSteps/nextSteps.remind'
import { nextStepsRoutes } from '#crm/nextSteps/nextSteps.routes'
import { projectRoutes } from '#crm/project/project.routes'
import { projectCompanyRoutes } from '#crm/project/projectCompany.routes'
import { summaryLetterWorker } from '#crm/summary/summary.mail'
import { driveRoutes } from '#drive/tree/drive.routes'
import { restingUploads } from '#drive/upload/arriving'
import { orphans } from '#drive/drive.orphans'
import { driveDownloadRoutes } from '#drive/download/download.routes'
import { driveUploadRoutes } from '#drive/upload/upload.routes'
import { shareTellingWorker } from '#drive/sharing/share.job'
import { driveShareRoutes } from '#drive/sharing/share.routes'
import { claimShares, endSharesOf } from '#drive/sharing/shares'
import { reviewAnswerRoutes } from '#trust/answer/answer.routes'
import { reviewAudienceRoutes } from '#trust/audience/audience.routes'
import { reviewCampaignRoutes } from '#trust/campaign/campaign.routes'
import { expireInvitations } from '#trust/campaign/expire'
import { invitationWorker } from '#trust/campaign/invitation.job'
import { reviewSettingRoutes } from '#trust/setting/setting.routes'
import { endShares } from '#crm/summary/summary.queries'
import { summaryRoutes } from '#crm/summary/summary.routes'
import { timelineRoutes } from '#operations/timeline.routes'
import { reviewsAreOn } from '#trust/enabled'
import { addFirstQuestions } from '#trust/reviewQuestion/first/firstQuestions'
import { reviewQuestionRoutes } from '#trust/reviewQuestion/reviewQuestion.routes'
import { reviewQuestionSheet } from '#trust/reviewQuestion/reviewQuestion.sheet'
import { searchRoutes } from '#operations/search.routes'
import { eraseRoutine, eraseWorker } from '#platform/tenant/erase.job'
import { countRoutine, countWorker } from '#platform/tenant/figures.job'
import { tenantRoutes } from '#platform/tenant/tenant.routes'
import { tenantConfigurationRoutes, tenantSettingRoutes } from '#platform/tenantSetting/tenantSetting.routes'
import { trashRoutes } from '#operations/trash.routes'
import { userRoutes } from '#platform/user/user.routes'
import { userSheet } from '#platform/user/user.sheet'
import { enquiryWorker } from '#site/lead/enquiry.mail'
import { analyticsRoutes } from '#site/analytics/analytics.routes'
import { leadRoutes } from '#site/lead/lead.routes'
import { letterRoutes } from '#platform/letter/letter.routes'
import { publicRoutes } from '#site/lead/public.routes'
import { trustRoutes } from '#trust/page/trust.routes'
import type { Tx } from '#kit/database/database'
import { buildServer } from '#kit/http/server'
import type { Routine, Worker } from '#kit/jobs'
import { type BulkSheetIn, bulkSheet } from '#kit/upload/bulkSheet'
import { importWorker } from '#kit/upload/upload.job'
import type { AppContext } from './appContext.ts'

/** The sheets of the workbook that bootstraps a tenant, in the order in which they are taken in. */
const bulkSheets = (appContext: AppContext): BulkSheetIn[] => [
  userSheet({ ...appContext, ...invitations(appContext) }),
  () => bulkSheet(companyImport),
  () => bulkSheet(contactImport),
  reviewQuestionSheet,
  auditQuestionSheet,
]

/** What a new tenant begins with. */
const onTenantCreated = async (tx: Tx) => {
  await addFirstQuestions(tx)
  await addFirstAuditQuestions(tx)
}

/** What a person leaves behind in the records when they are deleted. */
const onUserDeleted = async (tx: Tx, userId: string) => {
  await returnTasks(tx, userId)
  await endShares(tx, userId)
  await endSharesOf(tx, userId)
}

/** What visitors come for: articles, the self-assessment, and the way to ask for more. */
const ofPublicSite = (appContext: AppContext) => [
  contentRoutes(appContext),
  auditQuestionRoutes(appContext),
  publicRoutes(appContext),
  leadRoutes(appContext),
  analyticsRoutes(appContext),
]

/** The calls of every feature, in the order of the reference. */
const features = (appContext: AppContext) => [
  identityRoutes({ ...appContext, proved: claimShares }),
  userRoutes({ ...appContext, ...invitations(appContext), onUserDeleted }),
  signUpRoutes(appContext),
  permissionRoutes(appContext),
  userPermissionRoutes,
  documentRoutes(appContext),
  notificationRoutes(appContext),
  messageRoutes(appContext),
  letterRoutes(appContext),
  tenantRoutes({ ...appContext, provePassword: passwordProof(appContext.db), onTenantCreated }),
  tenantSettingRoutes(appContext),
  tenantConfigurationRoutes(appContext),
  bulkUploadRoutes(appContext, bulkSheets(appContext)),
  driveRoutes(appContext),
  driveShareRoutes(appContext),
  driveUploadRoutes(appContext),
  driveDownloadRoutes(appContext),
  companyRoutes(appContext),
  contactRoutes(appContext),
  meetingReportRoutes(appContext),
  summaryRoutes(appContext),
  nextStepsRoutes(appContext),
  projectRoutes(appContext),
  projectCompanyRoutes,
  eventRoutes,
  reviewQuestionRoutes({ admit: reviewsAreOn(appContext.settings) }),
  dashboardRoutes(appContext),
  reviewSettingRoutes(appContext),
  reviewCampaignRoutes(appContext),
  reviewAudienceRoutes(appContext),
  reviewAnswerRoutes(appContext),
  trustRoutes(appContext),
  ...ofPublicSite(appContext),
  timelineRoutes,
  auditRoutes(appContext),
  searchRoutes(appContext),
  trashRoutes(appContext),
]

/** The work that features do after an answer. */
export const workers = (appContext: AppContext): Worker[] => [
  letterWorker(appContext),
  forgottenWorker(appContext),
  welcomeWorker(appContext),
  notificationLetterWorker(appContext),
  eraseWorker(appContext),
  countWorker(appContext),
  bytesWorker(appContext),
  importWorker(companyImport, appContext),
  importWorker(contactImport, appContext),
  summaryLetterWorker(appContext),
  shareTellingWorker(appContext),
  invitationWorker(appContext),
  assessmentWorker(appContext),
  enquiryWorker(appContext),
  publishWorker(appContext),
  unusedWorker(appContext),
  bulkUploadWorker(appContext, bulkSheets(appContext)),
]

/** The work that is done by the clock. */
export const routines = (appContext: AppContext): Routine[] => [
  sweep(appContext),
  countRoutine(appContext),
  eraseRoutine(appContext),
  nextStepsReminder(appContext),
  contactDays(appContext),
  restingUploads(appContext),
  expireInvitations(appContext),
  orphans(appContext),
]

/** The whole application, not yet listening. */
export const buildApp = (appContext: AppContext) => {
  const { env, logger } = appContext
  const app = buildServer({ logger, trustProxy: env.trustProxy, secure: env.appUrl?.startsWith('https:') ?? false })
  for (const mount of features(appContext)) mount(app, appContext)
  mountLive(app, appContext)
  mountFeeds(app, appContext)
  return app
}
