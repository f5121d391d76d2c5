import { fileImportApi } from './crm/bulk/fileImport.contract.ts'
import { calendarApi } from './crm/calendar.contract.ts'
import { companyApi } from './crm/company.contract.ts'
import { contactApi } from './crm/contact.contract.ts'
import { dashboardApi } from './crm/dashboard.contract.ts'
import { eventApi, eventInvitationApi } from './crm/event.contract.ts'
import { meetingApi, meetingReportApi } from './crm/meetingReport.contract.ts'
import { nextStepsApi } from './crm/nextSteps.contract.ts'
import { projectApi, projectCompanyApi } from './crm/project.contract.ts'
import { summaryApi } from './crm/summary.contract.ts'
import { driveApi, driveDownloadApi, driveShareApi } from './drive/drive.contract.ts'
import { driveUploadApi } from './drive/driveUpload.contract.ts'
import { customFieldApi } from './kit/custom/custom.contract.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { attachmentApi } from './operations/attachment.contract.ts'
import { bulkApi } from './operations/bulk.contract.ts'
import { bulkUploadApi } from './operations/bulkUpload.contract.ts'
import { homeApi } from './operations/home.contract.ts'
import { operatorApi } from './operations/operator.contract.ts'
import { searchApi } from './operations/search.contract.ts'
import { timelineApi } from './operations/timeline.contract.ts'
import { trashApi } from './operations/trash.contract.ts'
import { viewApi } from './operations/view.contract.ts'
import { auditApi } from './platform/audit.contract.ts'
import { documentApi } from './platform/document.contract.ts'
import { identityApi, signUpApi } from './platform/identity.contract.ts'
import { legalTextApi } from './platform/legalText.contract.ts'
import { letterApi } from './platform/letter.contract.ts'
import { messageApi } from './platform/message.contract.ts'
import { notificationApi } from './platform/notification.contract.ts'
import { permissionApi, userPermissionApi } from './platform/permission.contract.ts'
import { tenantApi } from './platform/tenant.contract.ts'
import { tenantConfigurationApi, tenantSettingApi } from './platform/tenantSetting.contract.ts'
import { adminApi } from './platform/user.contract.ts'
import { analyticsApi } from './site/analytics.contract.ts'
import { assessmentApi } from './site/assessment.contract.ts'
import { contentApi } from './site/content.contract.ts'
import { leadApi, publicApi } from './site/lead.contract.ts'
import { questionApi } from './site/member/question.contract.ts'
import { topicApi } from './site/member/topic.contract.ts'
import { webCallApi } from './site/member/webCall.contract.ts'
import { reviewAnswerApi, reviewResultsApi } from './trust/reviewAnswer.contract.ts'
import { mailBounceApi, reviewCampaignApi, reviewReminderApi, reviewTriggerApi } from './trust/reviewCampaign.contract.ts'
import { reviewCaseApi } from './trust/reviewCase.contract.ts'
import { reviewLinkApi } from './trust/reviewLink.contract.ts'
import { reviewPageApi, trustApi } from './trust/reviewPage.contract.ts'
import { reviewOwnQuestionApi, reviewQuestionApi } from './trust/reviewQuestion.contract.ts'
import { reviewAudienceApi, reviewSettingApi } from './trust/reviewSetting.contract.ts'

/** Every call of the API, by feature. The server mounts it, the API reference lists it, and the browser's client takes its types from it. */
export const api = {
  identity: identityApi,
  admin: adminApi,
  signUp: signUpApi,
  permission: permissionApi,
  userPermission: userPermissionApi,
  tenant: tenantApi,
  customField: customFieldApi,
  tenantSetting: tenantSettingApi,
  tenantConfiguration: tenantConfigurationApi,
  bulkUpload: bulkUploadApi,
  bulk: bulkApi,
  message: messageApi,
  legalText: legalTextApi,
  letter: letterApi,
  notification: notificationApi,
  document: documentApi,
  drive: driveApi,
  driveShare: driveShareApi,
  driveUpload: driveUploadApi,
  driveDownload: driveDownloadApi,
  company: companyApi,
  contact: contactApi,
  meeting: meetingApi,
  meetingReport: meetingReportApi,
  summary: summaryApi,
  nextSteps: nextStepsApi,
  project: projectApi,
  projectCompany: projectCompanyApi,
  event: eventApi,
  eventInvitation: eventInvitationApi,
  fileImport: fileImportApi,
  calendar: calendarApi,
  dashboard: dashboardApi,
  reviewTrigger: reviewTriggerApi,
  reviewSetting: reviewSettingApi,
  reviewAudience: reviewAudienceApi,
  reviewCampaign: reviewCampaignApi,
  reviewReminder: reviewReminderApi,
  reviewLink: reviewLinkApi,
  reviewOwnQuestion: reviewOwnQuestionApi,
  mailBounce: mailBounceApi,
  reviewAnswer: reviewAnswerApi,
  reviewResults: reviewResultsApi,
  reviewPage: reviewPageApi,
  reviewCase: reviewCaseApi,
  trust: trustApi,
  reviewQuestion: reviewQuestionApi,
  public: publicApi,
  lead: leadApi,
  auditQuestion: assessmentApi,
  content: contentApi,
  question: questionApi,
  topic: topicApi,
  webCall: webCallApi,
  analytics: analyticsApi,
  attachment: attachmentApi,
  timeline: timelineApi,
  audit: auditApi,
  home: homeApi,
  operator: operatorApi,
  search: searchApi,
  trash: trashApi,
  view: viewApi,
} satisfies Record<string, Record<string, Endpoint>>
export type Api = typeof api
