import type { PageServices } from '@tradewind/contract/kit/page'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { pageServicesContext } from '#kit/page/fetchApi'
import { loader } from './Home.tsx'

test('recent posts have the day of the tenant’s time zone, as in the knowledge centre', async () => {
  const post = {
    uniqueId: 'p',
    slug: 'ports',
    title: 'Ports',
    excerpt: '',
    contentType: 'TEXT',
    shownFrom: '2026-03-01T23:30:00.000Z',
    dateCreatedLocal: '2026-03-02',
  }
  const context = new RouterContextProvider()
  context.set(pageServicesContext, {
    language: 'en',
    tenant: { showsContent: true, showsPartners: false },
    callApi: () => Promise.resolve({ data: [post], total: 1 }),
  } as unknown as PageServices)
  const { posts } = await loader({ context } as unknown as LoaderFunctionArgs)
  expect(posts!.articles.map(({ day }) => day)).toEqual(['2 March 2026'])
})
