import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import type { Screen } from '#kit/screen'
import { aboutUsScreens } from './site/aboutUs/aboutUs.screens.ts'
import { analyticsScreens } from './site/analytics/analytics.screens.ts'
import { assessmentScreens, openAssessmentScreens } from './site/assessment/assessment.screens.ts'
import { auditScreens } from './operations/audit/audit.screens.ts'
import { companyScreens } from './crm/company/company.screens.ts'
import { contactScreens } from './crm/contact/contact.screens.ts'
import { openContentScreens } from './site/content/open/open.screens.ts'
import { contentScreens } from './site/content/content.screens.ts'
import { dashboardScreens } from './crm/dashboard/dashboard.screens.ts'
import { driveScreens } from './drive/drive.screens.ts'
import { eventScreens } from './crm/event/event.screens.ts'
import { accountScreens, identityScreens } from './platform/identity/identity.screens.ts'
import { leadScreens } from './site/lead/lead.screens.ts'
import { letterScreens } from './platform/letter/letter.screens.ts'
import { meetingReportScreens } from './crm/meetingReport/meetingReport.screens.ts'
import { messageScreens } from './platform/message/message.screens.ts'
import { permissionScreens } from './platform/permission/permission.screens.ts'
import { nextStepsScreens } from './crm/nextSteps/nextSteps.screens.ts'
import { notificationScreens } from './platform/notification/notification.screens.ts'
import { pricingScreens } from './site/pricing/pricing.screens.ts'
import { projectScreens } from './crm/project/project.screens.ts'
import { reviewScreens } from './trust/review.screens.ts'
import { reviewQuestionScreens } from './trust/reviewQuestion/reviewQuestion.screens.ts'
import { solutionsScreens } from './site/solutions/solutions.screens.ts'
import { signupScreens } from './platform/signup/signup.screens.ts'
import { summaryScreens } from './crm/summary/summary.screens.ts'
import { tenantScreens } from './platform/tenant/tenant.screens.ts'
import { tenantConfigurationScreens, tenantSettingScreens } from './platform/tenantSetting/tenantSetting.screens.ts'
import { trashScreens } from './operations/trash/trash.screens.ts'
import { trustScreens } from './site/partners/trust.screens.ts'
import { userScreens } from './platform/user/user.screens.ts'

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
  layout('site/home/layout/PublicLayout.tsx', [
    layout('platform/identity/SignInLayer.tsx', [
      index('site/home/Home.tsx'),
      route('drive', 'drive/OpenDrive.tsx'),
      route('drive/*', 'drive/OpenDrive.tsx', { id: 'open-drive-place' }),
      route('status/:code', 'platform/status/Status.tsx'),
      ...under('open', identityScreens),
      ...under('open', trustScreens),
      ...under('open', openContentScreens),
      ...under('open', openAssessmentScreens),
      ...under('open', signupScreens),
      ...under('open', [aboutUsScreens, solutionsScreens, pricingScreens].flat()),
    ]),
  ]),
  area('crm', ...work, ...staffWork, reviewQuestionScreens, assessmentScreens),
  area('user', ...work),
  area('admin', ...work, ...staffWork, reviewQuestionScreens, assessmentScreens, messageScreens, notificationScreens),
  area('superAdmin', tenantScreens, tenantConfigurationScreens, permissionScreens, letterScreens, notificationScreens),
  area('student', notificationScreens),
  area('teacher', notificationScreens),
  area('parent', notificationScreens),
  route('*', 'platform/status/Unknown.tsx'),
] satisfies RouteConfig
