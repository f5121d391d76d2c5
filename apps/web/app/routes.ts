import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import type { Screen } from '#kit/screen'
import { aboutUsScreens } from './features/aboutUs/aboutUs.screens.ts'
import { analyticsScreens } from './features/analytics/analytics.screens.ts'
import { assessmentScreens, openAssessmentScreens } from './features/assessment/assessment.screens.ts'
import { auditScreens } from './features/audit/audit.screens.ts'
import { companyScreens } from './features/company/company.screens.ts'
import { contactScreens } from './features/contact/contact.screens.ts'
import { openContentScreens } from './features/content/open/open.screens.ts'
import { contentScreens } from './features/content/content.screens.ts'
import { dashboardScreens } from './features/dashboard/dashboard.screens.ts'
import { driveScreens } from './features/drive/drive.screens.ts'
import { eventScreens } from './features/event/event.screens.ts'
import { accountScreens, identityScreens } from './features/identity/identity.screens.ts'
import { leadScreens } from './features/lead/lead.screens.ts'
import { letterScreens } from './features/letter/letter.screens.ts'
import { meetingReportScreens } from './features/meetingReport/meetingReport.screens.ts'
import { messageScreens } from './features/message/message.screens.ts'
import { permissionScreens } from './features/permission/permission.screens.ts'
import { nextStepsScreens } from './features/nextSteps/nextSteps.screens.ts'
import { notificationScreens } from './features/notification/notification.screens.ts'
import { pricingScreens } from './features/pricing/pricing.screens.ts'
import { projectScreens } from './features/project/project.screens.ts'
import { reviewScreens } from './features/review/review.screens.ts'
import { reviewQuestionScreens } from './features/reviewQuestion/reviewQuestion.screens.ts'
import { solutionsScreens } from './features/solutions/solutions.screens.ts'
import { signupScreens } from './features/signup/signup.screens.ts'
import { summaryScreens } from './features/summary/summary.screens.ts'
import { tenantScreens } from './features/tenant/tenant.screens.ts'
import { tenantConfigurationScreens, tenantSettingScreens } from './features/tenantSetting/tenantSetting.screens.ts'
import { trashScreens } from './features/trash/trash.screens.ts'
import { trustScreens } from './features/trust/trust.screens.ts'
import { userScreens } from './features/user/user.screens.ts'

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
  layout('features/home/layout/PublicLayout.tsx', [
    layout('features/identity/SignInLayer.tsx', [
      index('features/home/Home.tsx'),
      route('drive', 'features/drive/OpenDrive.tsx'),
      route('drive/*', 'features/drive/OpenDrive.tsx', { id: 'open-drive-place' }),
      route('status/:code', 'features/status/Status.tsx'),
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
  route('*', 'features/status/Unknown.tsx'),
] satisfies RouteConfig
