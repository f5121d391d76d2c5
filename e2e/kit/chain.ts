import type { Page } from '@playwright/test'
import { type Caller, callsAs } from './api.ts'
import { logIn } from './sign-in.ts'

/** Returns API calls as a user, independent of the page's session. */
export const callsOf = async (page: Page, username: string) => {
  const login = await logIn(page, username)
  return { call: callsAs(page, login), uniqueId: login.userId }
}

const contactFields = { firstName: 'Eva', title: 'Buyer', contactRole: 'INFLUENCER', email: null }
const eventFields = { description: 'Halle 3', eventDateTime: '2031-05-04T09:00:00Z', location: 'Bremen', organizer: 'Messe' }

export type Chain = Partial<Record<Link, string>>
type Link = 'company' | 'contact' | 'meetingReport' | 'summary' | 'nextSteps' | 'project' | 'projectCompany' | 'event'

interface ChainOptions {
  /** Part of every name. */
  name: string
  links: readonly Link[]
  /** The assignee of the task. */
  assignedUser: string
  /** Summary and project are shared with these. */
  sharedWith?: readonly string[]
  country?: string
  /** Existing records. */
  given?: Chain
}

/** Creates one record of each kind, each linked to the previous one: a company, its contact, a report of it, and so on. Returns their ids. */
export const makeChain = async (call: Caller, { name, links, assignedUser, sharedWith, country, given }: ChainOptions) => {
  const made: Chain = { ...given }
  const shared = sharedWith && { sharedWith }
  const bodies: Record<Link, () => object> = {
    company: () => ({
      legalName: `Firma ${name}`,
      country: country ?? 'Germany',
      website: 'firma.example',
      companyTypeList: ['ASSOCIATION'],
    }),
    contact: () => ({
      ...contactFields,
      lastName: `Person ${name}`,
      email: `${name.replace(' ', '.')}@firma.example`,
      companyId: made.company,
    }),
    meetingReport: () => ({ date: '2026-03-04', companyUID: made.company, attendees: [made.contact], eventType: 'CALL' }),
    summary: () => ({ text: `<p>Was ${name} gesagt hat</p>`, meetingReportUID: made.meetingReport, ...shared }),
    nextSteps: () => ({ todo: `Aufgabe ${name}`, byWhen: '2031-01-02', assignedUser, summaryUID: made.summary }),
    project: () => ({ name: `Projekt ${name}`, ...shared }),
    projectCompany: () => ({ project: made.project, company: made.company }),
    event: () => ({ ...eventFields, title: `Termin ${name}`, organizerContact: 'messe@firma.example' }),
  }
  for (const link of links) made[link] = (await call('POST', `/api/${link}/`, bodies[link]())).uniqueId!
  return made
}
