import { Button, Fieldset, Group, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { MeetingReport } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportFields, type MeetingType, meetingTypeNames } from '@tradewind/contract/crm/meetingReport.fields'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { meetingReportPolicy, nextStepsPolicy, summaryPolicy } from '@tradewind/contract/crm/policies'
import type { Project } from '@tradewind/contract/crm/project.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { isStaff } from '@tradewind/contract/roles'
import { type ReactNode, useRef } from 'react'
import { DueDayInput } from '#crm/DueDayInput'
import { AssigneeSelect, useMyself } from '#crm/nextSteps/TaskForm'
import { labelsIn } from '#crm/summary/Shared'
import { ProjectsField, UsersField } from '#crm/summary/ShareFields'
import type { Failure } from '#kit/api/failure'
import { useCustomFields } from '#kit/api/records'
import { useRecords } from '#kit/api/severalCalls'
import { useParam } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { RichText } from '#ui/editor/RichText'
import { ChoiceInput } from '#ui/entity/useFieldForm'
import { useFields } from '#ui/entity/useFields'
import { DateInput, parseDay } from '#ui/form/DateInput'
import { type FieldProps, RecordForm } from '#ui/form/FormPage'
import { presetText } from '#ui/form/useRecordForm'
import { PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import {
  emptyMeeting,
  fieldsOf,
  FIRST_TASK,
  firstStep,
  firstSummary,
  isBlank,
  labelOf,
  type Meeting,
  meetingInput,
  nextMeetingPath,
  newStep,
  type NewStep,
  newSummary,
  type NewSummary,
  type PartFaults,
  useFocusWhenAdded,
  useItems,
  usePartFaults,
  useUndoable,
} from './meeting.ts'
import { CompanyPart, ContactParts } from './MeetingPeople.tsx'
import styles from './meeting.module.css'

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

/** The first summary, if it is shared with projects, has a task, or is that of the next meeting in a row. */
const presetSummaries = (projects: readonly Project[], nextSteps: NewStep[], next: string) => {
  if (projects.length === 0 && nextSteps.length === 0 && !next) return {}
  const sharedWith = projects.map(({ uniqueId, name }) => ({ uniqueId, name }))
  return { summaries: [{ ...firstSummary(sharedWith, next), nextSteps }] }
}

const idsIn = (text: string) => text.split(',').filter(Boolean)

/** The presets that the address names, once they are loaded. What cannot be read is left out. */
const usePreset = () => {
  const { uniqueId: myId } = useActor()
  const [[company], [contactIds], [projectIds], [date], [type], [task], [next]] = [
    useParam('company'),
    useParam('contact'),
    useParam('project'),
    useParam('date'),
    useParam('type'),
    useParam('task'),
    useParam('next'),
  ]
  const [contacts, projects] = [useRecords('contact', idsIn(contactIds)), useRecords('project', idsIn(projectIds))]
  const attendees = contacts.records.map(({ uniqueId, fullName }) => ({ uniqueId, fullName }))
  const companyUID = contacts.records[0]?.company.uniqueId ?? company
  const preset: Partial<Meeting> = {
    ...(parseDay(date) && { date }),
    ...(type in meetingTypeNames && { eventType: type as MeetingType }),
    ...(companyUID && { companyUID }),
    ...(attendees.length > 0 && { attendees }),
    ...presetSummaries(projects.records, task !== '' ? [firstStep(myId)] : [], next),
  }
  return { data: contacts.isLoading || projects.isLoading ? undefined : preset, error: null, refetch: () => {} }
}

const Composer = ({ preset }: { preset: Partial<Meeting> }) => {
  const t = useText()
  const { labels } = useFields(meetingReportFields)
  const added = { company: useCustomFields('company').data?.rows, contact: useCustomFields('contact').data?.rows }
  const isNext = useRef(false)
  const sentSummaries = useRef<readonly NewSummary[]>([])
  const isNextPressed = useRef(false)
  // No submit button: Enter in a field would press it, since it comes first.
  const saveAndNext = ({ currentTarget: { form } }: React.MouseEvent<HTMLButtonElement>) => {
    isNextPressed.current = true
    form?.requestSubmit()
    isNextPressed.current = false
  }
  const onSubmitCapture = () => {
    isNext.current = isNextPressed.current
  }
  return (
    <div onSubmitCapture={onSubmitCapture}>
      <RecordForm<'meetingReport', Meeting, 'newCompany' | 'newContacts' | 'summaries'>
        kind="meetingReport"
        route="POST /api/meeting/"
        record={undefined}
        empty={emptyMeeting()}
        preset={preset}
        labels={{ ...labels, newCompany: t('New company'), newContacts: t('New contact'), summaries: t('Summaries') }}
        required={['date', 'eventType', 'companyUID', 'attendees']}
        sent={(_, meeting) => {
          sentSummaries.current = meeting.summaries
          return meetingInput(meeting, added)
        }}
        redirectTo={(saved) =>
          isNext.current ? nextMeetingPath(saved as MeetingReport, sentSummaries.current) : `meetingReport/show/${saved.uniqueId}`
        }
        alsoSave={
          <Button variant="default" onClick={saveAndNext}>
            {t('Save and next')}
          </Button>
        }
        labelOfPart={(field) => labelOf(field, t, (kind, key) => added[kind]?.find((one) => one.key === key)?.label)}
        placesCustom
      >
        {(field, failure, custom) => <Parts field={field} failure={failure} custom={custom} />}
      </RecordForm>
    </div>
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

interface SummaryPartsProps extends Pick<FieldProps, 'value' | 'onChange'> {
  faults: PartFaults
}

/** One or several summaries, each with the people and projects it is shared with and its tasks. */
const SummaryParts = ({ value, onChange, faults }: SummaryPartsProps) => {
  const t = useText()
  const undoable = useUndoable()
  const summaries = value as NewSummary[]
  const { added, add, change, remove } = useItems({ path: 'summaries', items: summaries, onChange, faults })
  const last = summaries.at(-1)
  return (
    <>
      {summaries.map((summary, at) => (
        <SummaryPart
          key={summary.key}
          path={`summaries.${at}`}
          legend={summaries.length > 1 ? t('Summary {number}', { number: at + 1 }) : t('Summary')}
          summary={summary}
          isAdded={summary.key === added}
          faults={faults}
          onChange={change}
          onRemove={summaries.length > 1 ? () => undoable(remove(summary), !isBlank(summary)) : undefined}
        />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => add(newSummary(last ?? { sharedWith: [], sharedWithProjects: [] }))}
        >
          {t('Add Summary')}
        </Button>
      </Group>
    </>
  )
}

interface PartProps {
  path: string
  legend: string
  isAdded: boolean
  faults: PartFaults
  onRemove: (() => void) | undefined
}

interface SummaryPartProps extends PartProps {
  summary: NewSummary
  onChange: (summary: NewSummary) => void
}

const SummaryPart = ({ path, legend, summary, isAdded, faults, onChange, onRemove }: SummaryPartProps) => {
  const t = useText()
  const actor = useActor()
  const labels = labelsIn(t)
  const element = useFocusWhenAdded(isAdded)
  const field = fieldsOf({ path, value: summary, onChange, faults })
  return (
    <Fieldset variant="unstyled" className={styles.part} legend={legend} ref={element}>
      <Stack>
        <RichText {...field('text', t('What was said'))} />
        {isStaff(actor) && <UsersField {...field('sharedWith', labels.sharedWith)} />}
        <ProjectsField {...field('sharedWithProjects', labels.sharedWithProjects)} />
        {can(actor, nextStepsPolicy.create) && (
          <StepParts {...field('nextSteps', '')} path={`${path}.nextSteps`} faults={faults} />
        )}
        {onRemove && <RemoveButton onClick={onRemove} />}
      </Stack>
    </Fieldset>
  )
}

const RemoveButton = ({ onClick }: { onClick: () => void }) => {
  const t = useText()
  return (
    <Group>
      <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconTrash size={14} aria-hidden />} onClick={onClick}>
        {t('Remove')}
      </Button>
    </Group>
  )
}

interface StepPartsProps extends SummaryPartsProps {
  path: string
}

const StepParts = ({ path, value, onChange, faults }: StepPartsProps) => {
  const t = useText()
  const undoable = useUndoable()
  const steps = value as NewStep[]
  const { added, add, change, remove } = useItems({ path, items: steps, onChange, faults })
  const myself = useMyself()
  return (
    <>
      {steps.map((step, at) => (
        <StepPart
          key={step.key}
          path={`${path}.${at}`}
          legend={t('Task {number}', { number: at + 1 })}
          step={step}
          isAdded={step.key === added || step.key === FIRST_TASK}
          faults={faults}
          onChange={change}
          onRemove={() => undoable(remove(step), step.todo !== '')}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => add(newStep(steps.at(-1)?.assignedUser ?? myself))}
        >
          {t('Add Task')}
        </Button>
      </Group>
    </>
  )
}

interface StepPartProps extends PartProps {
  step: NewStep
  onChange: (step: NewStep) => void
  onRemove: () => void
}

const StepPart = ({ path, legend, step, isAdded, faults, onChange, onRemove }: StepPartProps) => {
  const { labels } = useFields(nextStepsFields)
  const element = useFocusWhenAdded(isAdded)
  const field = fieldsOf({ path, value: step, onChange, faults })
  return (
    <Fieldset variant="unstyled" className={styles.task} legend={legend} ref={element}>
      <Stack gap="sm">
        <Textarea {...field('todo', labels.todo, true)} autosize minRows={1} maxRows={8} maxLength={2000} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DueDayInput {...field('byWhen', labels.byWhen, true)} />
          <AssigneeSelect {...field('assignedUser', labels.assignedUser, true)} />
        </SimpleGrid>
        <RemoveButton onClick={onRemove} />
      </Stack>
    </Fieldset>
  )
}
