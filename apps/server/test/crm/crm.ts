import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import type { TestApp, TestUser } from '../app.ts'

let nameCount = 0
const uniqueName = (word: string) => `${word} ${++nameCount}`

/** Creates records of the CRM as a user: each from the record that it belongs to. */
export const crmCalls = (app: TestApp, who: TestUser) => {
  const { call } = app.as(who)
  const company = (over: object = {}) =>
    call(companyApi.create, {
      legalName: uniqueName('Company'),
      country: 'Germany',
      website: 'https://sample.example',
      companyTypeList: ['ASSOCIATION'],
      ...over,
    })
  const contact = async (companyId: string, over: object = {}) =>
    call(contactApi.create, {
      firstName: 'Ada',
      lastName: uniqueName('Person'),
      title: 'Buyer',
      contactRole: 'INFLUENCER',
      companyId,
      email: `${uniqueName('ada').replace(' ', '')}@sample.example`,
      ...over,
    })
  const report = async (companyId: string, attendees: string[], over: object = {}) =>
    call(meetingReportApi.create, { date: '2026-03-10', companyUID: companyId, attendees, eventType: 'CALL', ...over })
  const summary = (meetingReportUID: string, over: object = {}) =>
    call(summaryApi.create, { text: '<p>They want a <strong>sample</strong>.</p>', meetingReportUID, ...over })
  const step = (summaryUID: string, assignedUser: string, over: object = {}) =>
    call(nextStepsApi.create, { todo: uniqueName('Send a sample'), byWhen: '2026-04-01', assignedUser, summaryUID, ...over })
  const project = (over: object = {}) => call(projectApi.create, { name: uniqueName('Project'), ...over })
  const place = (projectId: string, companyId: string, over: object = {}) =>
    call(projectCompanyApi.create, { project: projectId, company: companyId, ...over })

  /** A company with a contact, a report of a meeting with them, and a summary of it. */
  const met = async (over: { company?: object; report?: object; summary?: object } = {}) => {
    const newCompany = await company(over.company)
    const newContact = await contact(newCompany.uniqueId)
    const newReport = await report(newCompany.uniqueId, [newContact.uniqueId], over.report)
    return {
      company: newCompany,
      contact: newContact,
      report: newReport,
      summary: await summary(newReport.uniqueId, over.summary),
    }
  }
  return { company, contact, report, summary, step, project, place, met }
}
