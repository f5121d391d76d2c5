import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportFields, type MeetingType, meetingTypeNames } from '@tradewind/contract/crm/meetingReport.fields'
import { companyPolicy, meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { useParams } from 'react-router'
import { CompanyName } from '#crm/company/CompanyLink'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { ChoiceInput } from '#ui/entity/useFieldForm'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { DateInput } from '#ui/form/DateInput'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { RecordSelect } from '#ui/form/SearchSelect'
import { today } from '#ui/values/dates'
import { Attendees } from './Attendees.tsx'
import { nameOf } from './meetingReport.labels.ts'

export const handle = { name: phrase('New Report'), editName: phrase('Edit Report') }
export const clientLoader = guard({ rules: meetingReportPolicy.create, editRules: meetingReportPolicy.update })

type Attendee = Pick<MeetingReport['attendees'][number], 'uniqueId' | 'fullName'>

const empty = () => ({ date: today(), companyUID: '', eventType: 'CALL' as MeetingType, attendees: [] as Attendee[] })

const companyName = (uniqueId: unknown) => <CompanyName uniqueId={uniqueId} />

/** Creates and changes reports. A new one may be opened for a company; the attendees are contacts of the company. */
export default function MeetingReportForm() {
  const t = useText()
  const { companyId, uniqueId: changed } = useParams()
  const { labels } = useFields(meetingReportFields)
  const { show } = useFieldFormatter(meetingReportFields)
  return (
    <FormPage
      key={companyId}
      kind="meetingReport"
      listTitle={t('Meeting Reports')}
      newTitle={t('New Report')}
      nameOf={nameOf}
      empty={empty()}
      {...(companyId && { preset: { companyUID: companyId } })}
      labels={labels}
      required={['date', 'companyUID', 'eventType', 'attendees']}
      show={(field, value) => (field === 'companyUID' ? companyName(value) : show(field, value))}
      sent={({ attendees, ...fields }) => ({
        ...fields,
        ...(attendees && { attendees: attendees.map(({ uniqueId }) => uniqueId) }),
      })}
      {...(!changed && { redirectTo: ({ uniqueId }) => `meetingReport/show/${uniqueId}` })}
    >
      {(field) => (
        <>
          <DateInput {...field('date')} maw={220} />
          <CompanyAndAttendees company={field('companyUID')} attendees={field('attendees')} />
          <ChoiceInput {...field('eventType')} choices={meetingTypeNames} maw={320} />
        </>
      )}
    </FormPage>
  )
}

/** The company and the attendees. Choosing another company clears the attendees. Users who may not see companies cannot change either. */
const CompanyAndAttendees = ({ company, attendees }: Record<'company' | 'attendees', FieldProps>) => {
  const companyId = String(company.value)
  if (!can(useActor(), companyPolicy.see)) return null
  const choose = (uniqueId: string | null) => {
    company.onChange(uniqueId ?? '')
    if (uniqueId !== companyId) attendees.onChange([])
  }
  return (
    <>
      <RecordSelect {...company} kind="company" nameField="legalName" onChange={choose} />
      <Attendees {...attendees} companyId={companyId} />
    </>
  )
}
