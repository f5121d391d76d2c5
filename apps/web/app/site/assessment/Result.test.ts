import type { PageServices } from '@tradewind/contract/kit/page'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { pageServicesContext } from '#kit/page/fetchApi'
import { loader } from './Result.tsx'

test('a result has the days of the tenant’s time zone', async () => {
  const result = {
    dateCreated: '2026-03-02T01:30:00.000Z',
    averages: [],
    answers: [],
    before: { dateCreated: '2026-01-01T02:00:00.000Z', averages: [] },
    comparison: { all: null, country: null },
  }
  const context = new RouterContextProvider()
  context.set(pageServicesContext, {
    language: 'en',
    timeZone: 'America/New_York',
    tenant: { showsContent: false },
    callApi: () => Promise.resolve({ data: result, total: null }),
  } as unknown as PageServices)
  const loaded = await loader({ params: { uniqueId: 'token' }, context } as unknown as LoaderFunctionArgs)
  expect(loaded).toMatchObject({ days: { now: '2026-03-01', before: '2025-12-31' } })
})
