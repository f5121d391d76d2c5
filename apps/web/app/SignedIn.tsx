import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { newQueryClient } from '#kit/api/query'
import { onBackOnline } from '#kit/browser/connection'
import { MenuContext } from '#kit/entries'
import { guard } from '#kit/guard'
import { openTexts } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { companyMenu } from './crm/company.feature.ts'
import { contactMenu } from './crm/contact.feature.ts'
import { ContactsLayer } from './crm/contact/ContactsLayer.tsx'
import { dashboardMenu } from './crm/dashboard.feature.ts'
import { eventMenu } from './crm/event.feature.ts'
import { meetingReportMenu } from './crm/meetingReport.feature.ts'
import { nextStepsMenu } from './crm/nextSteps.feature.ts'
import { projectMenu } from './crm/project.feature.ts'
import { summaryMenu } from './crm/summary.feature.ts'
import { driveMenu } from './drive/drive.feature.ts'
import { auditMenu } from './operations/audit.feature.ts'
import { SearchLayer } from './operations/SearchLayer.tsx'
import { fileTrashMenu, trashMenu } from './operations/trash.feature.ts'
import { letterMenu } from './platform/letter.feature.ts'
import { messageMenu } from './platform/message.feature.ts'
import { notificationAddress } from './platform/notification.feature.ts'
import { permissionMenu } from './platform/permission.feature.ts'
import { firstLoad } from './platform/shell/first-load.ts'
import { Shell } from './platform/shell/Shell.tsx'
import { Waiting } from './platform/shell/Waiting.tsx'
import { tenantMenu } from './platform/tenant.feature.ts'
import { tenantSettingMenu } from './platform/tenantSetting.feature.ts'
import { userMenu } from './platform/user.feature.ts'
import { analyticsMenu } from './site/analytics.feature.ts'
import { assessmentMenu } from './site/assessment.feature.ts'
import { contentMenu } from './site/content.feature.ts'
import { leadMenu } from './site/lead.feature.ts'
import { reviewMenu } from './trust/review.feature.ts'
import { reviewQuestionMenu } from './trust/reviewQuestion.feature.ts'

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
/** Holds the space of what is being loaded. */
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
