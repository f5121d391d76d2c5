import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import type { Screen } from '#kit/screen'
import { companyScreens } from './crm/company.feature.ts'
import { contactScreens } from './crm/contact.feature.ts'
import { dashboardScreens } from './crm/dashboard.feature.ts'
import { eventScreens } from './crm/event.feature.ts'
import { meetingReportScreens } from './crm/meetingReport.feature.ts'
import { nextStepsScreens } from './crm/nextSteps.feature.ts'
import { projectScreens } from './crm/project.feature.ts'
import { summaryScreens } from './crm/summary.feature.ts'
import { driveScreens } from './drive/drive.feature.ts'
import { auditScreens } from './operations/audit.feature.ts'
import { trashScreens } from './operations/trash.feature.ts'
import { accountScreens, identityScreens } from './platform/identity.feature.ts'
import { letterScreens } from './platform/letter.feature.ts'
import { messageScreens } from './platform/message.feature.ts'
import { notificationScreens } from './platform/notification.feature.ts'
import { permissionScreens } from './platform/permission.feature.ts'
import { signupScreens } from './platform/signup.feature.ts'
import { tenantScreens } from './platform/tenant.feature.ts'
import { tenantConfigurationScreens, tenantSettingScreens } from './platform/tenantSetting.feature.ts'
import { userScreens } from './platform/user.feature.ts'
import { analyticsScreens } from './site/analytics.feature.ts'
import { assessmentScreens, openAssessmentScreens } from './site/assessment.feature.ts'
import { contentScreens, openContentScreens } from './site/content.feature.ts'
import { leadScreens } from './site/lead.feature.ts'
import { openPageScreens } from './site/openPages.feature.ts'
import { trustScreens } from './site/partners.feature.ts'
import { reviewScreens } from './trust/review.feature.ts'
import { reviewQuestionScreens } from './trust/reviewQuestion.feature.ts'

/** Screens that stand under a path. Each standing has an id of its own: the same screen stands in several areas. */
const under = (area: string, screens: readonly Screen[]) =>
  screens.map(({ path, file }) => route(path, file, { id: `${area}/${path}` }))

/** An area of the signed-in: behind its guard, in its frame. */
const area = (name: string, ...lists: (readonly Screen[])[]) =>
  route(name, 'SignedIn.tsx', { id: name }, under(name, lists.flat()))

/** What staff have besides. */
const staffWork = [contentScreens, leadScreens, analyticsScreens]

/** Where staff work, and where members do: the same screens. */
const work = [
  dashboardScreens,
  nextStepsScreens,
  eventScreens,
  companyScreens,
  contactScreens,
  projectScreens,
  meetingReportScreens,
  summaryScreens,
  reviewScreens,
  driveScreens,
  userScreens,
  trashScreens,
  auditScreens,
  accountScreens,
  tenantSettingScreens,
]

export default [
  layout('site/home/PublicLayout.tsx', [
    layout('platform/identity/SignInLayer.tsx', [
      index('site/home/Home.tsx'),
      route('drive', 'drive/OpenDrive.tsx'),
      route('drive/*', 'drive/OpenDrive.tsx', { id: 'open-drive-place' }),
      route('status/:code', 'platform/Status.tsx'),
      ...under('open', identityScreens),
      ...under('open', trustScreens),
      ...under('open', openContentScreens),
      ...under('open', openAssessmentScreens),
      ...under('open', signupScreens),
      ...under('open', openPageScreens),
    ]),
  ]),
  area('crm', ...work, ...staffWork, reviewQuestionScreens, assessmentScreens),
  area('user', ...work),
  area('admin', ...work, ...staffWork, reviewQuestionScreens, assessmentScreens, messageScreens, notificationScreens),
  area('superAdmin', tenantScreens, tenantConfigurationScreens, permissionScreens, letterScreens, notificationScreens),
  area('student', notificationScreens),
  area('teacher', notificationScreens),
  area('parent', notificationScreens),
  route('*', 'platform/Unknown.tsx'),
] satisfies RouteConfig
