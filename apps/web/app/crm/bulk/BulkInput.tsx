import { bulkFields, type BulkKind } from '@tradewind/contract/crm/bulk/bulk.words'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { meetingReportFields } from '@tradewind/contract/crm/meetingReport.fields'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { projectFields } from '@tradewind/contract/crm/project/project.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { useState } from 'react'
import { useText } from '#kit/text'
import { DateInput } from '#ui/date/DateInput'
import { FieldInput, type PlainSpec } from '#ui/entity/FieldInput'
import { RecordSelect } from '#ui/form/RecordSelect'
import { SeekOne } from '#ui/picker/SeekOne'
import { SeekSeveral } from '#ui/picker/SeekSeveral'

const specs: Readonly<Record<BulkKind, FieldSpecs>> = {
  company: companyFields,
  contact: contactFields,
  meetingReport: meetingReportFields,
  nextSteps: nextStepsFields,
  project: projectFields,
}

/** The fields that can be set in many records of a kind, but who does a task, which is assigned. */
export const fieldsOf = (kind: BulkKind) =>
  (bulkFields[kind] as readonly string[])
    .filter((field) => field !== 'assignedUser')
    .map((field) => ({ value: field, label: specs[kind][field]!.label }))

interface BulkInputProps {
  kind: BulkKind
  field: string
  value: unknown
  onChange: (value: unknown) => void
  error: string | null
}
interface Named {
  uniqueId: string
  fullName: string
}

const valueIn = (given: unknown) =>
  typeof given === 'object' && given !== null && 'currentTarget' in given
    ? (given.currentTarget as HTMLInputElement).value
    : given

/** The new value of a field of many records. */
export const BulkInput = ({ kind, field, value, onChange, error }: BulkInputProps) => {
  const t = useText()
  const spec = specs[kind][field]
  const common = { id: `bulk-${field}`, name: field, required: true, error }
  if (field === 'addToProject') return <ProjectInput {...common} onChange={onChange} />
  if (field === 'share') return <PeopleInput {...common} onChange={onChange} />
  if (field === 'assignedUser') return <PersonInput {...common} onChange={onChange} />
  const text = typeof value === 'string' ? value : ''
  const input = {
    ...common,
    label: t(spec!.label),
    value: value ?? (spec!.type === 'choices' ? [] : ''),
    onChange: (given: unknown) => onChange(valueIn(given)),
  }
  if (field === 'companyId') return <RecordSelect {...input} kind="company" by="legalName" value={text} />
  return spec!.type === 'day' ? <DateInput {...input} value={text} /> : <FieldInput {...input} spec={spec as PlainSpec} />
}

type Own = Omit<BulkInputProps, 'kind' | 'field' | 'value'> & { id: string; name: string; required: boolean }

const PersonInput = ({ onChange, ...field }: Own) => {
  const t = useText()
  const [person, setPerson] = useState<Named | null>(null)
  return (
    <SeekOne
      {...field}
      label={t(nextStepsFields.assignedUser.label)}
      route="GET /api/admin/options"
      asked={{ sort: 'fullName' }}
      nameOf={({ fullName }) => fullName}
      hintOf={({ emailAddress }) => emailAddress}
      value={person?.uniqueId ?? null}
      called={person?.fullName}
      onChoose={(found) => {
        setPerson(found)
        onChange(found?.uniqueId)
      }}
    />
  )
}

const PeopleInput = ({ onChange, ...field }: Own) => {
  const t = useText()
  const [people, setPeople] = useState<readonly Named[]>([])
  return (
    <SeekSeveral
      {...field}
      label={t('Share with')}
      route="GET /api/admin/options"
      asked={{ sort: 'fullName' }}
      refOf={({ uniqueId, fullName }): Named => ({ uniqueId, fullName })}
      nameOf={({ fullName }) => fullName}
      value={people}
      onChange={(chosen) => {
        setPeople(chosen)
        onChange(chosen.map(({ uniqueId }) => uniqueId))
      }}
      description={t('They can see the project, its companies and what is shared with it. They will be notified.')}
    />
  )
}

const ProjectInput = ({ onChange, ...field }: Own) => {
  const t = useText()
  const [project, setProject] = useState<{ uniqueId: string; name: string } | null>(null)
  return (
    <SeekOne
      {...field}
      label={t('Project')}
      route="GET /api/project/"
      asked={{ sort: 'name', attachable: 'true' }}
      by="name"
      nameOf={({ name }) => name}
      value={project?.uniqueId ?? null}
      called={project?.name}
      onChoose={(found) => {
        setProject(found)
        onChange(found?.uniqueId)
      }}
    />
  )
}
