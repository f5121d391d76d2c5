import { bulkFields, type BulkKind } from '@tradewind/contract/crm/bulk/bulk.constants'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { eventFields } from '@tradewind/contract/crm/event.fields'
import { meetingReportFields } from '@tradewind/contract/crm/meetingReport.fields'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { projectCompanyFields, projectFields } from '@tradewind/contract/crm/project.fields'
import { type CustomDefinition, customName } from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpec, FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { isStaff } from '@tradewind/contract/roles'
import { type ComponentProps, useState } from 'react'
import { DueDayInput } from '#crm/DueDayInput'
import { useCustomFields } from '#kit/api/records'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { CustomInput } from '#ui/entity/CustomInput'
import { FieldInput } from '#ui/entity/useFieldForm'
import { DateInput } from '#ui/form/DateInput'
import { RecordSelect, SearchSelect, PersonSelect, SearchMultiSelect } from '#ui/form/SearchSelect'

/** The fields of each kind; of kinds of other modules, the list names them. */
const specs: Readonly<Record<BulkKind, FieldSpecs>> = {
  company: companyFields,
  contact: contactFields,
  meetingReport: meetingReportFields,
  nextSteps: nextStepsFields,
  project: projectFields,
  projectCompany: projectCompanyFields,
  event: eventFields,
  summary: {},
  lead: {},
  content: {},
}

/** A field that can be set in many records. */
export interface BulkField {
  value: string
  label: string
  mayBeEmpty: boolean
  /** The description of a built-in field. */
  spec?: FieldSpec
  /** A custom field of the tenant. */
  custom?: CustomDefinition
}

/** The fields that can be set in many records of a kind, except the assignee of a task, which has an action of its own. */
export const useBulkFields = (kind: BulkKind, fields: FieldSpecs = specs[kind]): BulkField[] => {
  const { data } = useCustomFields(kind)
  const staff = isStaff(useActor())
  const builtIn = (bulkFields[kind] as readonly string[])
    .filter((field) => field !== 'assignedUser')
    .map((field) => ({
      value: field,
      label: fields[field]!.label,
      mayBeEmpty: !fields[field]!.required,
      spec: fields[field]!,
    }))
  const custom = (data?.rows ?? [])
    .filter(({ type }) => staff || type !== 'PERSON')
    .map((one) => ({ value: customName(one.key), label: one.label, mayBeEmpty: true, custom: one }))
  return [...builtIn, ...custom]
}

interface BulkInputProps {
  kind: BulkKind
  field: string
  /** The definition of the field, if the action sets one. */
  of: BulkField | undefined
  value: unknown
  onChange: (value: unknown) => void
  error: string | null
}
interface Named {
  uniqueId: string
  fullName: string
}

const valueIn = (eventOrValue: unknown) =>
  typeof eventOrValue === 'object' && eventOrValue !== null && 'currentTarget' in eventOrValue
    ? (eventOrValue.currentTarget as HTMLInputElement).value
    : eventOrValue

/** The input for the new value of a field of many records. */
export const BulkInput = ({ kind, field, of, value, onChange, error }: BulkInputProps) => {
  const common = { id: `bulk-${field}`, name: field, required: true, error }
  if (field === 'addToProject') return <ProjectInput {...common} onChange={onChange} />
  if (field === 'share' && kind !== 'project') return <ReadersInput {...common} onChange={onChange} />
  if (field === 'share') return <PeopleInput {...common} onChange={onChange} />
  if (field === 'assignedUser') return <PersonInput {...common} onChange={onChange} />
  const handleChange = (eventOrValue: unknown) => onChange(valueIn(eventOrValue))
  if (of?.custom) {
    const { type, label } = of.custom
    const customValue = value ?? (type === 'SEVERAL' ? [] : '')
    return <CustomInput {...common} definition={of.custom} label={label} value={customValue} onChange={handleChange} />
  }
  return <ProductInput {...common} spec={of!.spec!} value={value} onChange={handleChange} />
}

interface ProductInputProps extends Own {
  spec: FieldSpec
  value: unknown
}

/** The fields with days that are ahead: likely ones are offered, as in the form of a task. */
const daysAhead: readonly string[] = ['byWhen', 'nextContact']

/** The input for a built-in field. */
const ProductInput = ({ spec, value, ...field }: ProductInputProps) => {
  const t = useText()
  const text = typeof value === 'string' ? value : ''
  const input = { ...field, label: t(spec.label), value: value ?? (spec.type === 'choices' ? [] : '') }
  if (spec.type === 'reference') return <RecordSelect {...input} kind="company" nameField="legalName" value={text} />
  if (daysAhead.includes(field.name)) return <DueDayInput {...input} value={text} />
  if (spec.type === 'day') return <DateInput {...input} value={text} />
  return <FieldInput {...input} spec={spec as ComponentProps<typeof FieldInput>['spec']} />
}

type Own = Omit<BulkInputProps, 'kind' | 'field' | 'of' | 'value'> & { id: string; name: string; required: boolean }

const PersonInput = ({ onChange, ...field }: Own) => {
  const t = useText()
  const [person, setPerson] = useState<Named | null>(null)
  return (
    <PersonSelect
      {...field}
      openOnFocus={false}
      label={t(nextStepsFields.assignedUser.label)}
      value={person?.uniqueId ?? null}
      selectedName={person?.fullName}
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
    <SearchMultiSelect
      {...field}
      openOnFocus={false}
      label={t('Share with')}
      route="GET /api/admin/options"
      query={{ sort: 'fullName' }}
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

/** Chooses whom summaries are shared with: people, if there are others, and projects. */
const ReadersInput = ({ onChange, error, ...field }: Own) => {
  const t = useText()
  const actor = useActor()
  const [people, setPeople] = useState<readonly Named[]>([])
  const [projects, setProjects] = useState<readonly { uniqueId: string; name: string }[]>([])
  const choose = (of: readonly { uniqueId: string }[]) => onChange(of.map(({ uniqueId }) => uniqueId))
  const choosePeople = (chosen: Named[]) => {
    setPeople(chosen)
    choose([...chosen, ...projects])
  }
  const chooseProjects = (chosen: { uniqueId: string; name: string }[]) => {
    setProjects(chosen)
    choose([...people, ...chosen])
  }
  return (
    <>
      {isStaff(actor) && (
        <SearchMultiSelect
          {...field}
          openOnFocus={false}
          required={false}
          label={t('Share with')}
          route="GET /api/admin/options"
          query={{ sort: 'fullName' }}
          excludedId={actor.uniqueId}
          refOf={({ uniqueId, fullName }): Named => ({ uniqueId, fullName })}
          nameOf={({ fullName }) => fullName}
          value={people}
          onChange={choosePeople}
          error={error}
          description={t('They can see the summaries. They will be notified.')}
        />
      )}
      <SearchMultiSelect
        id="bulk-share-projects"
        openOnFocus={isStaff(actor)}
        label={t('Projects')}
        route="GET /api/project/"
        query={{ sort: 'name' }}
        searchField="name"
        refOf={({ uniqueId, name }) => ({ uniqueId, name })}
        nameOf={({ name }) => name}
        value={projects}
        onChange={chooseProjects}
        {...(!isStaff(actor) && { error })}
      />
    </>
  )
}

const ProjectInput = ({ onChange, ...field }: Own) => {
  const t = useText()
  const [project, setProject] = useState<{ uniqueId: string; name: string } | null>(null)
  return (
    <SearchSelect
      {...field}
      openOnFocus={false}
      label={t('Project')}
      route="GET /api/project/"
      query={{ sort: 'name', attachable: 'true' }}
      searchField="name"
      nameOf={({ name }) => name}
      value={project?.uniqueId ?? null}
      selectedName={project?.name}
      onChoose={(found) => {
        setProject(found)
        onChange(found?.uniqueId)
      }}
    />
  )
}
