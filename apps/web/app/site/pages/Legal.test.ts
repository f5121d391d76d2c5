import type { PageServices } from '@tradewind/contract/kit/page'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { pageServicesContext } from '#kit/page/fetchApi'
import { loader } from './Legal.tsx'

test('a legal text has the day of the tenant’s time zone', async () => {
  const context = new RouterContextProvider()
  const text = { version: 2, content: '<p>Ours</p>', language: 'en', dateCreated: '2026-03-01T23:30:00.000Z' }
  context.set(pageServicesContext, {
    language: 'en',
    timeZone: 'Europe/Berlin',
    callApi: () => Promise.resolve({ data: text, total: null }),
  } as unknown as PageServices)
  const request = new Request('https://x.test/privacy')
  const { day } = await loader({ request, context } as unknown as LoaderFunctionArgs)
  expect(day).toBe('2 March 2026')
})
