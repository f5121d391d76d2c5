import { analyticsApi } from './analytics/analytics.contract.ts'
import { auditApi } from './audit/audit.contract.ts'
import { auditQuestionApi } from './auditQuestion/auditQuestion.contract.ts'
import { contentApi } from './content/content.contract.ts'
import { contactApi } from './contact/contact.contract.ts'
import { dashboardApi } from './dashboard/dashboard.contract.ts'
import { eventApi } from './event/event.contract.ts'
import { meetingReportApi } from './meetingReport/meetingReport.contract.ts'
import { nextStepsApi } from './nextSteps/nextSteps.contract.ts'
import { projectApi, projectCompanyApi } from './project/project.contract.ts'
import { summaryApi } from './summary/summary.contract.ts'
import { timelineApi } from './timeline/timeline.contract.ts'
import { signUpApi } from './user/signup.contract.ts'
import { adminApi } from './user/user.contract.ts'
import { bulkUploadApi } from './bulkUpload/bulkUpload.contract.ts'
import { companyApi } from './company/company.contract.ts'
import { documentApi } from './document/document.contract.ts'
import { driveApi } from './drive/drive.contract.ts'
import { driveDownloadApi } from './drive/driveDownload.contract.ts'
import { driveShareApi } from './drive/driveShare.contract.ts'
import { driveUploadApi } from './drive/driveUpload.contract.ts'
import { identityApi } from './identity/identity.contract.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { leadApi } from './lead/lead.contract.ts'
import { publicApi } from './lead/public.contract.ts'
import { letterApi } from './letter/letter.contract.ts'
import { messageApi } from './message/message.contract.ts'
import { notificationApi } from './notification/notification.contract.ts'
import { permissionApi, userPermissionApi } from './permission/permission.contract.ts'
import { reviewAnswerApi } from './review/reviewAnswer.contract.ts'
import { reviewAudienceApi } from './review/reviewAudience.contract.ts'
import { reviewCampaignApi } from './review/reviewCampaign.contract.ts'
import { reviewSettingApi } from './review/reviewSetting.contract.ts'
import { trustApi } from './review/trust.contract.ts'
import { reviewQuestionApi } from './reviewQuestion/reviewQuestion.contract.ts'
import { searchApi } from './search/search.contract.ts'
import { tenantApi } from './tenant/tenant.contract.ts'
import { tenantConfigurationApi, tenantSettingApi } from './tenantSetting/tenantSetting.contract.ts'
import { trashApi } from './trash/trash.contract.ts'

/** Every call of the API, by feature. The server mounts it, the reference lists it, the browser is typed by it. */
export const api = {
  identity: identityApi,
  admin: adminApi,
  signUp: signUpApi,
  permission: permissionApi,
  userPermission: userPermissionApi,
  tenant: tenantApi,
  tenantSetting: tenantSettingApi,
  tenantConfiguration: tenantConfigurationApi,
  bulkUpload: bulkUploadApi,
  message: messageApi,
  letter: letterApi,
  notification: notificationApi,
  document: documentApi,
  drive: driveApi,
  driveShare: driveShareApi,
  driveUpload: driveUploadApi,
  driveDownload: driveDownloadApi,
  company: companyApi,
  contact: contactApi,
  meetingReport: meetingReportApi,
  summary: summaryApi,
  nextSteps: nextStepsApi,
  project: projectApi,
  projectCompany: projectCompanyApi,
  event: eventApi,
  dashboard: dashboardApi,
  reviewSetting: reviewSettingApi,
  reviewAudience: reviewAudienceApi,
  reviewCampaign: reviewCampaignApi,
  reviewAnswer: reviewAnswerApi,
  trust: trustApi,
  reviewQuestion: reviewQuestionApi,
  public: publicApi,
  lead: leadApi,
  auditQuestion: auditQuestionApi,
  content: contentApi,
  analytics: analyticsApi,
  timeline: timelineApi,
  audit: auditApi,
  search: searchApi,
  trash: trashApi,
} satisfies Record<string, Record<string, Endpoint>>
export type Api = typeof api
