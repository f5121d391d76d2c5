import { companyFields } from '@tradewind/contract/crm/company.fields'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { meetingReportFields } from '@tradewind/contract/crm/meetingReport.fields'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { projectCompanyFields, projectFields } from '@tradewind/contract/crm/project.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import type { TimelineEntry } from '@tradewind/contract/kit/history'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { FieldChanges } from '#ui/record/History'

const fieldsOf: Readonly<Record<string, FieldSpecs>> = {
  company: companyFields,
  contact: contactFields,
  meetingReport: meetingReportFields,
  nextSteps: nextStepsFields,
  project: projectFields,
  projectCompany: projectCompanyFields,
}

interface TimelineChangesProps {
  kind: string
  changes: NonNullable<TimelineEntry['changes']>
}

/** The changes of a timeline's entry field by field, with the labels and formats of its kind. Loaded when the first line is expanded. */
export const TimelineChanges = ({ kind, changes }: TimelineChangesProps) => (
  <FieldChanges changes={changes} {...useFieldFormatter(fieldsOf[kind] ?? {})} />
)
