import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { meetingReportFields, meetingTypeNames } from '@tradewind/contract/crm/meetingReport.fields'
import type { CustomDefinition } from '@tradewind/contract/kit/custom/custom.fields'
import { DueDayInput } from '#crm/DueDayInput'
import { useText } from '#kit/text'
import { ChoiceInput } from '#ui/entity/useFieldForm'
import { useFields } from '#ui/entity/useFields'
import { DateInput, parseDay } from '#ui/form/DateInput'
import { Picker } from '#ui/form/Picker'
import { CustomPart } from './CustomPart.tsx'
import type { Outbox } from './outbox.ts'
import { type Faults, PieceForm, usePieceForm } from './PieceForm.tsx'
import { newStep, type Ref, type ReportPiece, type ReportValues, type StepValues } from './pieces.ts'

const missing = 'This is required'
const { companyUID, attendees } = meetingReportFields

const check = ({ date, company, attendees: present, text, steps }: ReportValues): Faults => ({
  ...(!parseDay(date) && { date: missing }),
  ...(!company && { companyUID: companyUID.prompt }),
  ...(present.length === 0 && { attendees: attendees.prompt }),
  ...(steps.length > 0 && !text.trim() && { text: missing }),
  ...Object.fromEntries(
    steps.flatMap(({ todo, byWhen }, at) => [
      ...(todo.trim() ? [] : [[`todo.${at}`, missing]]),
      ...(parseDay(byWhen) ? [] : [[`byWhen.${at}`, missing]]),
    ]),
  ),
})

interface ReportFormProps {
  piece: ReportPiece
  outbox: Outbox
  companies: readonly Ref[]
  /** The contacts of a company, by its id. */
  contactsOf: (company: Ref) => readonly Ref[]
  customFields: readonly CustomDefinition[] | undefined
  onDone: () => void
}

/** The form for a meeting report: attendees, text, and tasks. */
export const ReportForm = ({ piece, outbox, companies, contactsOf, customFields, onDone }: ReportFormProps) => {
  const t = useText()
  const { labels } = useFields(meetingReportFields)
  const form = usePieceForm({ piece, outbox, customFields, check, onDone })
  const { values, change, faultOf, fieldsOf, customPart } = form
  const field = fieldsOf(values, labels, [], change)
  const people = values.company ? [...contactsOf(values.company), ...values.attendees] : []
  const uniquePeople = [...new Map(people.map((person) => [person.id, person])).values()]
  return (
    <PieceForm form={form}>
      <Picker
        id="companyUID"
        label={labels.companyUID}
        required
        error={faultOf('companyUID')}
        value={values.company?.id ?? null}
        data={companies.map(({ id, name }) => ({ value: id, label: name }))}
        limit={50}
        onChange={(id) => change({ company: companies.find((one) => one.id === id) ?? null, attendees: [] })}
      />
      <Picker
        multiple
        id="attendees"
        label={labels.attendees}
        required
        error={faultOf('attendees')}
        value={values.attendees.map(({ id }) => id)}
        data={uniquePeople.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(ids) => change({ attendees: uniquePeople.filter(({ id }) => ids.includes(id)) })}
      />
      <DateInput {...field('date')} />
      <ChoiceInput {...field('eventType')} choices={meetingTypeNames} />
      <Textarea
        id="text"
        label={t('What was said')}
        autosize
        minRows={4}
        maxRows={14}
        value={values.text}
        error={faultOf('text') ?? faultOf('summaries.0.text')}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <CustomPart {...customPart} />
      <Steps steps={values.steps} onChange={(steps) => change({ steps })} faultOf={faultOf} />
    </PieceForm>
  )
}

interface StepsProps {
  steps: readonly StepValues[]
  onChange: (steps: StepValues[]) => void
  faultOf: (name: string) => string | null
}

const Steps = ({ steps, onChange, faultOf }: StepsProps) => {
  const t = useText()
  const patch = (key: string, fields: Partial<StepValues>) =>
    onChange(steps.map((step) => (step.key === key ? { ...step, ...fields } : step)))
  const fault = (name: string, at: number) => faultOf(`${name}.${at}`) ?? faultOf(`summaries.0.nextSteps.${at}.${name}`)
  return (
    <>
      {steps.map(({ key, todo, byWhen }, at) => (
        <Stack key={key} gap="xs" role="group" aria-label={t('Task {number}', { number: at + 1 })}>
          <TextInput
            id={`todo.${at}`}
            label={t('Todo')}
            required
            value={todo}
            error={fault('todo', at)}
            onChange={(event) => patch(key, { todo: event.currentTarget.value })}
          />
          <DueDayInput
            id={`byWhen.${at}`}
            name={`byWhen.${at}`}
            label={t('By When')}
            required
            value={byWhen}
            error={fault('byWhen', at)}
            onChange={(day) => patch(key, { byWhen: day as string })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onChange(steps.filter((step) => step.key !== key))}>
              {t('Remove')}
            </Button>
          </Group>
        </Stack>
      ))}
      <Group>
        <Button variant="default" onClick={() => onChange([...steps, newStep()])}>
          {t('Add a task')}
        </Button>
      </Group>
    </>
  )
}
