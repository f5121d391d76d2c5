import { bulkUploadWorker } from '#features/bulkUpload/bulkUpload.job'
import { bulkUploadRoutes } from '#features/bulkUpload/bulkUpload.routes'
import { bytesWorker } from '#features/document/document.bytes'
import { documentRoutes } from '#features/document/document.routes'
import { forgottenWorker } from '#features/identity/forgotten'
import { companyImport } from '#features/company/company.sheet'
import { companyRoutes } from '#features/company/company.routes'
import { letterWorker } from '#features/identity/identity.mail'
import { sweep } from '#features/operations/sweep'
import { identityRoutes } from '#features/identity/identity.routes'
import { invitations } from '#features/identity/link/invitations'
import { welcomeWorker } from '#features/identity/signup/welcome.job'
import { signUpRoutes } from '#features/identity/signup/signup.routes'
import { passwordProof } from '#features/identity/proof'
import { messageRoutes } from '#features/message/message.routes'
import { notificationLetterWorker } from '#features/notification/notification.letter'
import { mountLive } from '#features/notification/live/live'
import { notificationRoutes } from '#features/notification/notification.routes'
import { userPermissionRoutes } from '#features/permission/permission.granting'
import { permissionRoutes } from '#features/permission/permission.routes'
import { auditRoutes } from '#features/audit/audit.routes'
import { assessmentWorker } from '#features/auditQuestion/answer/assessment.mail'
import { auditQuestionRoutes } from '#features/auditQuestion/auditQuestion.routes'
import { auditQuestionSheet } from '#features/auditQuestion/auditQuestion.sheet'
import { addFirstAuditQuestions } from '#features/auditQuestion/first/firstAuditQuestions'
import { contactRoutes } from '#features/contact/contact.routes'
import { contactImport } from '#features/contact/contact.sheet'
import { publishWorker } from '#features/content/content.job'
import { contentRoutes } from '#features/content/content.routes'
import { mountFeeds } from '#features/content/feed/feeds'
import { unusedWorker } from '#features/content/picture/unused.job'
import { dashboardRoutes } from '#features/dashboard/dashboard.routes'
import { eventRoutes } from '#features/event/event.routes'
import { contactDays } from '#features/meetingReport/contactDays.job'
import { meetingReportRoutes } from '#features/meetingReport/meetingReport.routes'
import { returnTasks } from '#features/nextSteps/nextSteps.queries'
import { nextStepsReminder } from '#features/nextSteps/nextSteps.remind'
import { nextStepsRoutes } from '#features/nextSteps/nextSteps.routes'
import { projectRoutes } from '#features/project/project.routes'
import { projectCompanyRoutes } from '#features/project/projectCompany.routes'
import { summaryLetterWorker } from '#features/summary/summary.mail'
import { driveRoutes } from '#features/drive/tree/drive.routes'
import { restingUploads } from '#features/drive/upload/arriving'
import { orphans } from '#features/drive/drive.orphans'
import { driveDownloadRoutes } from '#features/drive/download/download.routes'
import { driveUploadRoutes } from '#features/drive/upload/upload.routes'
import { shareTellingWorker } from '#features/drive/sharing/share.job'
import { driveShareRoutes } from '#features/drive/sharing/share.routes'
import { claimShares, endSharesOf } from '#features/drive/sharing/shares'
import { reviewAnswerRoutes } from '#features/review/answer/answer.routes'
import { reviewAudienceRoutes } from '#features/review/audience/audience.routes'
import { reviewCampaignRoutes } from '#features/review/campaign/campaign.routes'
import { expireInvitations } from '#features/review/campaign/sending/expire'
import { invitationWorker } from '#features/review/campaign/sending/invitation.job'
import { reviewSettingRoutes } from '#features/review/setting/setting.routes'
import { endShares } from '#features/summary/summary.queries'
import { summaryRoutes } from '#features/summary/summary.routes'
import { timelineRoutes } from '#features/timeline/timeline.routes'
import { reviewsAreOn } from '#features/review/enabled'
import { addFirstQuestions } from '#features/reviewQuestion/first/firstQuestions'
import { reviewQuestionRoutes } from '#features/reviewQuestion/reviewQuestion.routes'
import { reviewQuestionSheet } from '#features/reviewQuestion/reviewQuestion.sheet'
import { searchRoutes } from '#features/search/search.routes'
import { eraseRoutine, eraseWorker } from '#features/tenant/ending/erase.job'
import { countRoutine, countWorker } from '#features/tenant/figures/figures.job'
import { tenantRoutes } from '#features/tenant/tenant.routes'
import { tenantConfigurationRoutes, tenantSettingRoutes } from '#features/tenantSetting/tenantSetting.routes'
import { trashRoutes } from '#features/trash/trash.routes'
import { userRoutes } from '#features/user/user.routes'
import { userSheet } from '#features/user/user.sheet'
import { enquiryWorker } from '#features/lead/enquiry/enquiry.mail'
import { analyticsRoutes } from '#features/analytics/analytics.routes'
import { leadRoutes } from '#features/lead/lead.routes'
import { letterRoutes } from '#features/letter/letter.routes'
import { publicRoutes } from '#features/lead/enquiry/public.routes'
import { trustRoutes } from '#features/review/trust/trust.routes'
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
