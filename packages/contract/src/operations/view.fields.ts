import { companyFields } from '../crm/company.fields.ts'
import { contactFields } from '../crm/contact.fields.ts'
import { eventFields } from '../crm/event.fields.ts'
import { meetingReportFields } from '../crm/meetingReport.fields.ts'
import { nextStepsFields } from '../crm/nextSteps.fields.ts'
import { projectFields } from '../crm/project/project.fields.ts'
import type { FieldSpecs } from '../kit/entityFields.ts'

/** The kinds whose lists have views, and the fields of each. */
export const viewedFields = {
  company: companyFields,
  contact: contactFields,
  meetingReport: meetingReportFields,
  nextSteps: nextStepsFields,
  project: projectFields,
  event: eventFields,
} as const satisfies Record<string, FieldSpecs>

export type Viewed = keyof typeof viewedFields
export const viewedKinds = Object.keys(viewedFields) as [Viewed, ...Viewed[]]
export const isViewed = (kind: string): kind is Viewed => Object.hasOwn(viewedFields, kind)

/** Whether who made it sees a view, or everybody of the partition. */
export const visibilities = ['PRIVATE', 'SHARED'] as const
