// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import type { PageServices } from '@tradewind/contract/kit/page'
import { createMemoryRouter, RouterContextProvider, RouterProvider, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import * as eventAnswer from '#crm/event/EventAnswer'
import { pageServicesContext } from '#kit/page/fetchApi'
import * as survey from '../survey/Survey.tsx'
import * as unsubscribe from '../survey/Unsubscribe.tsx'
import * as linkPage from './LinkPage.tsx'

const nothingFound = { callApi: () => Promise.resolve(null), language: 'en' } as unknown as PageServices

const openPage = (page: Pick<RouteObject, 'loader' | 'ErrorBoundary'>) => {
  const context = new RouterContextProvider(new Map([[pageServicesContext, nothingFound]]))
  const { loader, ErrorBoundary } = page
  const router = createMemoryRouter([{ path: '/:token', loader, ErrorBoundary, HydrateFallback: () => null } as RouteObject], {
    initialEntries: ['/aa.bb'],
    getContext: () => context,
  })
  render(<RouterProvider router={router} />)
  return router
}

test.each([
  ['a short link', linkPage],
  ['an invitation to a survey', survey],
  ['a link to unsubscribe', unsubscribe],
  ['an invitation to an event', eventAnswer],
])('%s that opens nothing responds with 404, and says that the link does not work and whom to ask', async (_, page) => {
  const router = openPage(page)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This link does not work')
  expect(screen.getByText(/no longer active. Please ask whoever gave it to you/)).toBeTruthy()
  expect(Object.values(router.state.errors ?? {})).toMatchObject([{ status: 404 }])
})
