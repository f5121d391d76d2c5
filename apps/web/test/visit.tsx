import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Role } from '@tradewind/contract/roles'
import type { ReactNode } from 'react'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router'
import { newQueryClient } from '#kit/api/query'
import { endTypeAhead } from '#kit/browser/typeAhead'
import { session } from '#kit/session'
import { createTranslate, Wording } from '#kit/text'
import { Confirmations } from '#ui/dialog/confirm'
import { Toasts } from '#ui/page/Toasts'
import { createAppTheme } from '../app/theme.ts'

/** The id of the signed-in user. */
export const myUserId = '00000000-0000-4000-8000-000000000001'

interface VisitOptions {
  /** The URL that is opened, and the route pattern of the screen. */
  at?: string
  path?: string
  /** Null: a visitor, who is not signed in. */
  role?: Role | null
  wording?: Wording
  /** The data that the loader of an open page returned on the server. */
  loaderData?: unknown
}

/** jsdom has no layout: a dropdown's target would count as scrolled out of view. */
const withoutLayout = { components: { Combobox: { defaultProps: { hideDetached: false } } } }

/** Renders a screen in a fresh browser for a signed-in user: with router, server state, texts, toasts and confirmations. */
export const renderScreen = (
  screen: ReactNode,
  { at = '/', path = '*', role = 'ROLE_TENANT_ADMIN', wording = { language: 'en', texts: {} }, loaderData }: VisitOptions = {},
) => {
  if (role) {
    const login = { accessToken: 'token', userId: myUserId, tenant: myUserId, permissionList: [], fullName: 'Kim Berg' }
    session.start({ ...login, roleList: [role] })
  } else session.forget()
  history.replaceState(null, '', at)
  endTypeAhead()
  const client = newQueryClient()
  // Not a memory router: lists read the window's URL.
  const router = createBrowserRouter(
    [
      {
        element: <Frame />,
        children: [
          // Without a loader a navigation takes effect at once, as for the screens that have none.
          { id: 'screen', path, element: screen, ...(loaderData !== undefined && { loader: () => loaderData }) },
          { path: '*', element: null },
        ],
      },
    ],
    loaderData === undefined ? {} : { hydrationData: { loaderData: { screen: loaderData } } },
  )
  const page = render(
    <Wording value={wording}>
      <MantineProvider
        theme={mergeThemeOverrides(createAppTheme(createTranslate(wording)), withoutLayout)}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </Wording>,
  )
  const close = () => {
    page.unmount()
    router.dispose()
    client.clear()
  }
  return { ...page, user: userEvent.setup({ delay: null }), router, client, close }
}

const Frame = () => (
  <>
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
    <Toasts />
    <Confirmations />
  </>
)
