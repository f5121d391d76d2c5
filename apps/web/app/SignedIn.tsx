import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { guard } from '#kit/account/guard'
import { newQueryClient } from '#kit/api/query'
import { onBackOnline } from '#kit/browser/connection'
import { MenuContext } from '#kit/entries'
import { openTexts } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { analyticsMenu } from './site/analytics/analytics.menu.ts'
import { assessmentMenu } from './site/assessment/assessment.menu.ts'
import { auditMenu } from './operations/audit/audit.menu.ts'
import { companyMenu } from './crm/company/company.menu.ts'
import { contactMenu } from './crm/contact/contact.menu.ts'
import { ContactsLayer } from './crm/contact/ContactsLayer.tsx'
import { contentMenu } from './site/content/content.menu.ts'
import { dashboardMenu } from './crm/dashboard/dashboard.menu.ts'
import { driveMenu } from './drive/drive.menu.ts'
import { eventMenu } from './crm/event/event.menu.ts'
import { leadMenu } from './site/lead/lead.menu.ts'
import { letterMenu } from './platform/letter/letter.menu.ts'
import { meetingReportMenu } from './crm/meetingReport/meetingReport.menu.ts'
import { messageMenu } from './platform/message/message.menu.ts'
import { nextStepsMenu } from './crm/nextSteps/nextSteps.menu.ts'
import { permissionMenu } from './platform/permission/permission.menu.ts'
import { notificationAddress } from './platform/notification/notification.screens.ts'
import { projectMenu } from './crm/project/project.menu.ts'
import { reviewMenu } from './trust/settings/review.menu.ts'
import { SearchLayer } from './operations/search/SearchLayer.tsx'
import { Waiting } from './platform/shell/Waiting.tsx'
import { Shell } from './platform/shell/Shell.tsx'
import { firstLoad } from './platform/shell/first-load.ts'
import { reviewQuestionMenu } from './trust/reviewQuestion/reviewQuestion.menu.ts'
import { summaryMenu } from './crm/summary/summary.menu.ts'
import { tenantMenu } from './platform/tenant/tenant.menu.ts'
import { tenantSettingMenu } from './platform/tenantSetting/tenantSetting.menu.ts'
import { fileTrashMenu, trashMenu } from './operations/trash/trash.menu.ts'
import { userMenu } from './platform/user/user.menu.ts'

/** The menus of the features, in the order of the side navigation. */
const menus = [
  dashboardMenu,
  nextStepsMenu,
  eventMenu,
  companyMenu,
  contactMenu,
  projectMenu,
  meetingReportMenu,
  summaryMenu,
  contentMenu,
  leadMenu,
  reviewMenu,
  driveMenu,
  userMenu,
  trashMenu,
  fileTrashMenu,
  auditMenu,
  tenantSettingMenu,
  reviewQuestionMenu,
  assessmentMenu,
  analyticsMenu,
  messageMenu,
  tenantMenu,
  permissionMenu,
  letterMenu,
]

const Bell = lazyWithRetry(async () => (await import('./platform/notification/Bell.tsx')).Bell)
/** Fetched when the page stands: an upload may go on from before a reload. */
const UploadPanel = lazyWithRetry(async () => (await import('./drive/upload/UploadPanel.tsx')).UploadPanel)
/** Keeps the place of what is on its way. */
const BellPlace = () => <div style={{ flex: 'none', width: 34 }} />

const letIn = guard({ everywhere: notificationAddress })

export const clientLoader = async (visit: { request: Request }) => {
  letIn(visit)
  await Promise.all([openTexts(), firstLoad(visit.request.url)])
  return null
}

export const HydrateFallback = () => <Waiting />

export default function SignedIn() {
  const [client] = useState(newQueryClient)
  // What could not be read without a connection is read when it is back.
  useEffect(() => onBackOnline(() => void client.refetchQueries({ type: 'active', stale: true })), [client])
  return (
    <QueryClientProvider client={client}>
      <MenuContext value={menus}>
        <Shell
          bell={
            <Suspense fallback={<BellPlace />}>
              <Bell />
            </Suspense>
          }
        >
          <Outlet />
        </Shell>
        <SearchLayer />
        <ContactsLayer />
        <Suspense>
          <UploadPanel />
        </Suspense>
      </MenuContext>
    </QueryClientProvider>
  )
}
