import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import type { Someone, TestApp } from '../app.ts'

let made = 0
const name = (word: string) => `${word} ${++made}`

/** Creates records of the CRM as a user: each from the record that it belongs to. */
export const crmAs = (app: TestApp, who: Someone) => {
  const { call } = app.as(who)
  const company = (over: object = {}) =>
    call(companyApi.create, {
      legalName: name('Company'),
      country: 'Germany',
      website: 'https://sample.example',
      companyTypeList: ['ASSOCIATION'],
      ...over,
    })
  const contact = async (companyId: string, over: object = {}) =>
    call(contactApi.create, {
      firstName: 'Ada',
      lastName: name('Person'),
      title: 'Buyer',
      contactRole: 'INFLUENCER',
      companyId,
      email: `${name('ada').replace(' ', '')}@sample.example`,
      ...over,
    })
  const report = async (companyId: string, attendees: string[], over: object = {}) =>
    call(meetingReportApi.create, { date: '2026-03-10', companyUID: companyId, attendees, eventType: 'CALL', ...over })
  const summary = (meetingReportUID: string, over: object = {}) =>
    call(summaryApi.create, { text: '<p>They want a <strong>sample</strong>.</p>', meetingReportUID, ...over })
  const step = (summaryUID: string, assignedUser: string, over: object = {}) =>
    call(nextStepsApi.create, { todo: name('Send a sample'), byWhen: '2026-04-01', assignedUser, summaryUID, ...over })
  const project = (over: object = {}) => call(projectApi.create, { name: name('Project'), ...over })
  const place = (projectId: string, companyId: string, over: object = {}) =>
    call(projectCompanyApi.create, { project: projectId, company: companyId, ...over })

  /** A company with a contact, a report of a meeting with them, and a summary of it. */
  const met = async (over: { company?: object; report?: object; summary?: object } = {}) => {
    const acme = await company(over.company)
    const ada = await contact(acme.uniqueId)
    const talk = await report(acme.uniqueId, [ada.uniqueId], over.report)
    return { company: acme, contact: ada, report: talk, summary: await summary(talk.uniqueId, over.summary) }
  }
  return { company, contact, report, summary, step, project, place, met }
}
