import { api } from '@tradewind/contract/api'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { announcedKinds } from '@tradewind/contract/kit/history'
import { expect, test } from 'vitest'
import type { Resource, Route } from '#kit/api/calls'
import { shownBy } from './useLive.ts'

/** Why calls need not say which kinds of record they show, by their resources. */
const exemptResources = {
  analytics: 'a report, up to when it was opened',
  audit: 'a report, up to when it was opened',
  auth: 'announced itself, where rights or the tenant’s features change',
  files: 'by messages about drives',
  letter: 'a report, up to when it was opened',
  notificationQueue: 'by messages about notifications',
  operator: 'polled',
  search: 'results stay as they were found',
} satisfies { [R in Resource]?: string }

/** The same, of single calls. */
const exemptCalls = {
  'GET /api/attachment/file/:uniqueId': 'by messages about drives',
  'GET /api/attachment/pages/:uniqueId': 'the file’s content never changes',
  'GET /api/calendar/feed/': 'the user’s own addresses',
  'GET /api/reviewLink/open/:code': 'for visitors, whose pages are not announced to',
} as Readonly<Record<string, string>>

const endpoints = Object.values(api).flatMap((calls): Endpoint[] => Object.values(calls))
const reads = endpoints.filter(({ method, replyType }) => method === 'GET' && replyType !== 'file' && replyType !== 'headers')
const routes = reads.map(({ path }) => `GET ${path}` as Route)
const resourceOf = (route: string) => route.split('/')[2] as Resource
const isAnnounced = (route: Route) => (announcedKinds as readonly string[]).includes(resourceOf(route))
const isExempt = (route: Route) => route in exemptCalls || resourceOf(route) in exemptResources

test('each call whose path is no announced kind declares the kinds that it shows, or is exempt for a reason', () => {
  expect(routes.filter((route) => !isAnnounced(route) && !isExempt(route) && !shownBy(route))).toEqual([])
})

test('nothing is exempt that is no call', () => {
  expect(Object.keys(exemptCalls).filter((route) => !routes.includes(route as Route) || shownBy(route))).toEqual([])
  expect(Object.keys(exemptResources).filter((resource) => !routes.some((route) => resourceOf(route) === resource))).toEqual([])
})
