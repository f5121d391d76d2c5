import type { Feature } from '#kit/feature'
import { calendarFeature } from './crm/calendar.feature.ts'
import { companyFeature } from './crm/company.feature.ts'
import { contactFeature } from './crm/contact.feature.ts'
import { dashboardFeature } from './crm/dashboard.feature.ts'
import { eventFeature } from './crm/event.feature.ts'
import { fileImportFeature } from './crm/fileImport.feature.ts'
import { meetingReportFeature } from './crm/meetingReport.feature.ts'
import { nextStepsFeature } from './crm/nextSteps.feature.ts'
import { projectFeature } from './crm/project.feature.ts'
import { recordFeature } from './crm/record.feature.ts'
import { summaryFeature } from './crm/summary.feature.ts'
import { driveFeature } from './drive/drive.feature.ts'
import { attachmentFeature } from './operations/attachment.feature.ts'
import { auditFeature } from './operations/audit.feature.ts'
import { fairFeature } from './operations/fair.feature.ts'
import { operatorFeature } from './operations/operator.feature.ts'
import { trashFeature } from './operations/trash.feature.ts'
import { identityFeature } from './platform/identity.feature.ts'
import { legalTextFeature } from './platform/legalText.feature.ts'
import { letterFeature } from './platform/letter.feature.ts'
import { messageFeature } from './platform/message.feature.ts'
import { notificationFeature } from './platform/notification.feature.ts'
import { permissionFeature } from './platform/permission.feature.ts'
import { tenantFeature } from './platform/tenant.feature.ts'
import { tenantSettingFeature } from './platform/tenantSetting.feature.ts'
import { userFeature } from './platform/user.feature.ts'
import { analyticsFeature } from './site/analytics.feature.ts'
import { assessmentFeature } from './site/assessment.feature.ts'
import { contentFeature } from './site/content.feature.ts'
import { leadFeature } from './site/lead.feature.ts'
import { memberFeature } from './site/member.feature.ts'
import { openPagesFeature } from './site/openPages.feature.ts'
import { reviewFeature } from './trust/review.feature.ts'
import { reviewQuestionFeature } from './trust/reviewQuestion.feature.ts'

/** All features, in the order of the side navigation. */
export const features: readonly Feature[] = [
  dashboardFeature,
  calendarFeature,
  nextStepsFeature,
  eventFeature,
  companyFeature,
  fileImportFeature,
  contactFeature,
  projectFeature,
  meetingReportFeature,
  summaryFeature,
  fairFeature,
  recordFeature,
  contentFeature,
  leadFeature,
  memberFeature,
  reviewFeature,
  driveFeature,
  attachmentFeature,
  userFeature,
  trashFeature,
  auditFeature,
  tenantSettingFeature,
  reviewQuestionFeature,
  assessmentFeature,
  analyticsFeature,
  messageFeature,
  tenantFeature,
  permissionFeature,
  legalTextFeature,
  letterFeature,
  operatorFeature,
  notificationFeature,
  identityFeature,
  openPagesFeature,
]
