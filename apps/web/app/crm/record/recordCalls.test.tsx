// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { Kind } from '#kit/api/calls'
import { FeaturesContext } from '#kit/feature'
import { usePrefetchRecordPage } from '#ui/record/RecordLink'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { features } from '../../features.ts'
import MeetingReportShow from '../meetingReport/MeetingReportShow.tsx'
import ProjectShow from '../project/ProjectShow.tsx'
import CompanyShow from './CompanyShow.tsx'
import ContactShow from './ContactShow.tsx'

const { uniqueId, ...stamps } = sampleCompany(1)
const record = { ...stamps, uniqueId, createdByName: null, company: sampleCompany(2), companyUID: companyId(2) }
const none = { total: 0, estimated: false }
const counts = { contact: none, meetingReport: none, summary: none, nextSteps: none, projectCompany: none }
const nothing = () => listAnswer([])

const answers = {
  'GET /api/company/:uniqueId': () => sampleCompany(1),
  'GET /api/company/:uniqueId/counts': () => counts,
  'GET /api/company/merged/:uniqueId': () => listAnswer([]),
  'GET /api/company/history/:uniqueId': nothing,
  'GET /api/contact/:uniqueId': () => ({ ...record, fullName: 'Ada Ahl', email: null, number: null }) as never,
  'GET /api/contact/:uniqueId/counts': () => counts,
  'GET /api/contact/merged/:uniqueId': () => listAnswer([]),
  'GET /api/contact/history/:uniqueId': nothing,
  'GET /api/meetingReport/:uniqueId': () => ({ ...record, date: '2026-03-01', attendees: [], summaries: 0 }) as never,
  'GET /api/meetingReport/history/:uniqueId': nothing,
  'GET /api/project/:uniqueId': () => ({ ...record, name: 'Project 1', sharedWith: [], endDate: null, companies: 0 }) as never,
  'GET /api/project/history/:uniqueId': nothing,
  'GET /api/projectCompany/project/:projectId': nothing,
  'GET /api/timeline/:kind/:uniqueId': nothing,
  'GET /api/meetingReport/': nothing,
  'GET /api/summary/': nothing,
  'GET /api/attachment/': nothing,
  'GET /api/auditQuestion/answers': nothing,
  'GET /api/customField/': nothing,
} as const

/** A link to a record, which the test hovers and then follows. */
const Way = ({ kind, Page }: { kind: Kind; Page: ComponentType }) => {
  const prefetch = usePrefetchRecordPage(kind)
  const [isThere, setThere] = useState(false)
  if (isThere) return <Page />
  return (
    <>
      <button type="button" onClick={() => prefetch(companyId(1))}>
        Rest
      </button>
      <button type="button" onClick={() => setThere(true)}>
        Go
      </button>
    </>
  )
}

/** Records the addresses that are requested from now on. */
const watchCalls = () => {
  const inputsOf: string[] = []
  const answer = fetch
  vi.stubGlobal('fetch', (target: string, init?: RequestInit) => {
    inputsOf.push(target)
    return answer(target, init)
  })
  return inputsOf
}

// Data that is read once for all screens is already loaded when the user comes from a list.
const own = (kind: string) => [`/api/customField/?kind=${kind}&page=0&size=100`]

for (const [kind, Page, besides] of [
  ['company', CompanyShow, own('company')],
  ['contact', ContactShow, own('contact')],
  ['meetingReport', MeetingReportShow, own('meetingReport')],
  ['project', ProjectShow, []],
] as const)
  test(`while a pointer rests on a ${kind} all is asked that its page asks, and nothing else`, async () => {
    mockCalls(answers)
    const inputsOf = watchCalls()
    const { client, user } = renderScreen(
      <FeaturesContext value={features}>
        <Way kind={kind} Page={Page} />
      </FeaturesContext>,
      { at: `/crm/${kind}/show/${companyId(1)}`, path: `/crm/${kind}/show/:uniqueId` },
    )
    await user.click(screen.getByRole('button', { name: 'Rest' }))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(inputsOf.length).toBeGreaterThan(3)
    inputsOf.length = 0
    await user.click(screen.getByRole('button', { name: 'Go' }))
    const unused = () => client.getQueryCache().findAll({ type: 'inactive' })
    const inVain = () => unused().filter(({ state }) => state.status === 'success')
    await waitFor(() => expect(inVain().map(({ queryKey }) => queryKey)).toEqual([]))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(inputsOf).toEqual(besides)
  })
