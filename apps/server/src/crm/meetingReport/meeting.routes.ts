import { meetingApi } from '@tradewind/contract/crm/meetingReport.contract'
import { companyPolicy, contactPolicy, nextStepsPolicy, summaryPolicy } from '@tradewind/contract/crm/policies'
import type { Rules } from '@tradewind/contract/kit/policy'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import type { z } from 'zod'
import { createCompany } from '#crm/company/company.routes'
import { createContact } from '#crm/contact/contact.routes'
import { taskCreator } from '#crm/nextSteps/nextSteps.routes'
import { companyEntity } from '#crm/schema/company.table'
import { summaryCreator } from '#crm/summary/summary.routes'
import { checkAll, invalid, Refusal } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { requireReference } from '#kit/record/crud'
import { allow } from '#kit/record/entity'
import type { Notify } from '#platform/notification/notification.queries'
import { createReport, showReport } from './meetingReport.routes.ts'

type Meeting = z.output<typeof meetingApi.create.input>

/** Does work whose refusals by field are told as those of one part of a form: `text` within `summaries.0` is `summaries.0.text`. */
const withinPart = async <T>(part: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 422)) throw error
    const faults = Object.entries(error.data as Record<string, Sentence>)
    throw invalid(Object.fromEntries(faults.map(([field, sentence]) => [`${part}.${field}`, sentence])), error.told)
  }
}

/** Makes each item of a list where the actor may make any, and gives them. What several are refused for is told in one answer. */
const createEach = async <Item, Made>(
  part: string,
  items: readonly Item[],
  rules: Rules,
  { actor }: WriteContext,
  create: (item: Item) => Promise<Made>,
) => {
  if (items.length > 0) allow(actor, rules)
  return checkAll(...items.map((item, at) => () => withinPart(`${part}.${at}`, () => create(item))))
}

/** The company of a meeting: one that the actor sees, or a new one. */
const companyOf = async ({ companyUID, newCompany }: Meeting, context: WriteContext) => {
  if (newCompany) {
    allow(context.actor, companyPolicy.create)
    return withinPart('newCompany', () => createCompany(newCompany, context))
  }
  return requireReference(companyEntity, companyPolicy.see, ['companyUID', companyUID!], say('Choose a company'), context)
}

export const meetingRoutes = ({ notify }: { notify: Notify }) => {
  const createSummary = summaryCreator(notify)
  const createTask = taskCreator(notify)
  return routes(meetingApi, {
    create: async (meeting, context) => {
      const { attendees, newContacts, summaries, date, eventType, custom } = meeting
      const { uniqueId: companyId } = await companyOf(meeting, context)
      const made = await createEach('newContacts', newContacts, contactPolicy.create, context, (contact) =>
        createContact({ ...contact, companyId }, context),
      )
      const present = [...attendees, ...made.map(({ uniqueId }) => uniqueId)]
      const report = await createReport({ date, eventType, companyUID: companyId, attendees: present, custom }, context)
      await createEach('summaries', summaries, summaryPolicy.create, context, async ({ nextSteps, ...summary }) => {
        const { uniqueId: summaryUID } = await createSummary({ ...summary, meetingReportUID: report.uniqueId }, context)
        return createEach('nextSteps', nextSteps, nextStepsPolicy.create, context, (step) =>
          createTask({ ...step, summaryUID }, context),
        )
      })
      return showReport(report, context)
    },
  })
}
