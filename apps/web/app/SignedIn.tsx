import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { guard } from '#kit/account/guard'
import { newQueryClient } from '#kit/api/query'
import { onBackOnline } from '#kit/browser/connection'
import { MenuContext } from '#kit/entries'
import { openTexts } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { analyticsMenu } from './features/analytics/analytics.menu.ts'
import { assessmentMenu } from './features/assessment/assessment.menu.ts'
import { auditMenu } from './features/audit/audit.menu.ts'
import { companyMenu } from './features/company/company.menu.ts'
import { contactMenu } from './features/contact/contact.menu.ts'
import { ContactsLayer } from './features/contact/ofCompany/ContactsLayer.tsx'
import { contentMenu } from './features/content/content.menu.ts'
import { dashboardMenu } from './features/dashboard/dashboard.menu.ts'
import { driveMenu } from './features/drive/drive.menu.ts'
import { eventMenu } from './features/event/event.menu.ts'
import { leadMenu } from './features/lead/lead.menu.ts'
import { letterMenu } from './features/letter/letter.menu.ts'
import { meetingReportMenu } from './features/meetingReport/meetingReport.menu.ts'
import { messageMenu } from './features/message/message.menu.ts'
import { nextStepsMenu } from './features/nextSteps/nextSteps.menu.ts'
import { permissionMenu } from './features/permission/permission.menu.ts'
import { notificationAddress } from './features/notification/notification.screens.ts'
import { projectMenu } from './features/project/project.menu.ts'
import { reviewMenu } from './features/review/review.menu.ts'
import { SearchLayer } from './features/search/SearchLayer.tsx'
import { Waiting } from './features/shell/frame/Waiting.tsx'
import { Shell } from './features/shell/Shell.tsx'
import { firstLoad } from './features/shell/watch/first-load.ts'
import { reviewQuestionMenu } from './features/reviewQuestion/reviewQuestion.menu.ts'
import { summaryMenu } from './features/summary/summary.menu.ts'
import { tenantMenu } from './features/tenant/tenant.menu.ts'
import { tenantSettingMenu } from './features/tenantSetting/tenantSetting.menu.ts'
import { fileTrashMenu, trashMenu } from './features/trash/trash.menu.ts'
import { userMenu } from './features/user/user.menu.ts'

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

const Bell = lazyWithRetry(async () => (await import('./features/notification/Bell.tsx')).Bell)
/** Fetched when the page stands: an upload may go on from before a reload. */
const UploadPanel = lazyWithRetry(async () => (await import('./features/drive/upload/panel/UploadPanel.tsx')).UploadPanel)
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
