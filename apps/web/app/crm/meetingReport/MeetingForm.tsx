import { SimpleGrid, Stack } from '@mantine/core'
import { meetingReportFields, meetingTypeNames } from '@tradewind/contract/crm/meetingReport.fields'
import { meetingReportPolicy, summaryPolicy } from '@tradewind/contract/crm/policies'
import type { Project } from '@tradewind/contract/crm/project.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import type { ReactNode } from 'react'
import type { Failure } from '#kit/api/failure'
import { useCustomFields, useRecord } from '#kit/api/records'
import { useParam } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { ChoiceInput } from '#ui/entity/useFieldForm'
import { useFields } from '#ui/entity/useFields'
import { DateInput, parseDay } from '#ui/form/DateInput'
import { type FieldProps, RecordForm } from '#ui/form/FormPage'
import { presetText } from '#ui/form/useRecordForm'
import { PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import { emptyMeeting, firstStep, firstSummary, labelOf, type Meeting, meetingInput, usePartFaults } from './meeting.ts'
import { CompanyPart, ContactParts } from './MeetingPeople.tsx'
import { SummaryParts } from './MeetingSummaries.tsx'

export const handle = { name: phrase('New Report') }
export const clientLoader = guard({ rules: meetingReportPolicy.create })

/**
 * Creates a meeting report with everything that belongs to it, in one call. The address may preset a company, a contact, a project to share
 * with, and a day; with `task`, the form opens with a task of the meeting.
 */
export default function MeetingForm() {
  const t = useText()
  return (
    <Stack>
      <PageHeader title={t('New Report')} trail={[{ text: t('Meeting Reports'), path: 'meetingReport/list' }]} />
      <QueryContent of={usePreset()} height={420}>
        {(preset) => <Composer key={presetText(preset)} preset={preset} />}
      </QueryContent>
    </Stack>
  )
}

/** The first summary, if it is shared with a project or has a task. */
const presetSummaries = (project: Project | undefined, nextSteps: Meeting['summaries'][number]['nextSteps']) => {
  if (!project && nextSteps.length === 0) return {}
  return { summaries: [{ ...firstSummary(project && [{ uniqueId: project.uniqueId, name: project.name }]), nextSteps }] }
}

/** The presets that the address names, once they are loaded. What cannot be read is left out. */
const usePreset = () => {
  const { uniqueId: myId } = useActor()
  const [[company], [contactId], [projectId], [date], [task]] = [
    useParam('company'),
    useParam('contact'),
    useParam('project'),
    useParam('date'),
    useParam('task'),
  ]
  const [contact, project] = [useRecord('contact', contactId || undefined), useRecord('project', projectId || undefined)]
  const isWaiting = [contact, project].some(({ isLoading }) => isLoading)
  const presetContact = contact.data
  const preset: Partial<Meeting> = {
    ...(parseDay(date) && { date }),
    ...((presetContact?.company.uniqueId ?? company) && { companyUID: presetContact?.company.uniqueId ?? company }),
    ...(presetContact && { attendees: [{ uniqueId: presetContact.uniqueId, fullName: presetContact.fullName }] }),
    ...presetSummaries(project.data, task !== '' ? [firstStep(myId)] : []),
  }
  return { data: isWaiting ? undefined : preset, error: null, refetch: () => {} }
}

const Composer = ({ preset }: { preset: Partial<Meeting> }) => {
  const t = useText()
  const { labels } = useFields(meetingReportFields)
  const added = { company: useCustomFields('company').data?.rows, contact: useCustomFields('contact').data?.rows }
  return (
    <RecordForm<'meetingReport', Meeting, 'newCompany' | 'newContacts' | 'summaries'>
      kind="meetingReport"
      route="POST /api/meeting/"
      record={undefined}
      empty={emptyMeeting()}
      preset={preset}
      labels={{ ...labels, newCompany: t('New company'), newContacts: t('New contact'), summaries: t('Summaries') }}
      required={['date', 'eventType', 'companyUID', 'attendees']}
      sent={(_, meeting) => meetingInput(meeting, added)}
      redirectTo={({ uniqueId }) => `meetingReport/show/${uniqueId}`}
      labelOfPart={(field) => labelOf(field, t, (kind, key) => added[kind]?.find((one) => one.key === key)?.label)}
      placesCustom
    >
      {(field, failure, custom) => <Parts field={field} failure={failure} custom={custom} />}
    </RecordForm>
  )
}

type Field = (name: keyof Meeting) => FieldProps

interface PartsProps {
  field: Field
  failure: Failure | null
  /** The inputs of the tenant's custom fields of reports. */
  custom: ReactNode
}

const Parts = ({ field, failure, custom }: PartsProps) => {
  const faults = usePartFaults(failure)
  const mayWrite = can(useActor(), summaryPolicy.create)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateInput {...field('date')} />
        <ChoiceInput {...field('eventType')} choices={meetingTypeNames} />
      </SimpleGrid>
      <CompanyPart field={field} faults={faults} />
      <ContactParts field={field} faults={faults} />
      {custom}
      {mayWrite && <SummaryParts {...field('summaries')} faults={faults} />}
    </>
  )
}
