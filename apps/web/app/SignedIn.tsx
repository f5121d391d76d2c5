import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { guard } from '#kit/account/guard'
import { newQueryClient } from '#kit/api/query'
import { MenuContext } from '#kit/entries'
import { openTexts } from '#kit/text'
import { companyMenu } from './features/company/company.menu.ts'
import { SearchLayer } from './features/search/SearchLayer.tsx'
import { Waiting } from './features/shell/frame/Waiting.tsx'
import { Shell } from './features/shell/Shell.tsx'
import { shellMenu } from './features/shell/shell.menu.ts'
import { firstLoad } from './features/shell/watch/first-load.ts'
import { trashMenu } from './features/trash/trash.menu.ts'

/** The menus of the features, in the order of the side navigation. */
const menus = [shellMenu, companyMenu, trashMenu]

const letIn = guard()

export const clientLoader = async (visit: { request: Request }) => {
  letIn(visit)
  await Promise.all([openTexts(), firstLoad(visit.request.url)])
  return null
}

export const HydrateFallback = () => <Waiting />

export default function SignedIn() {
  const [client] = useState(newQueryClient)
  return (
    <QueryClientProvider client={client}>
      <MenuContext value={menus}>
        <Shell>
          <Outlet />
        </Shell>
        <SearchLayer />
      </MenuContext>
    </QueryClientProvider>
  )
}
