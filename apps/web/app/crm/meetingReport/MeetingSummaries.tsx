import { Button, Fieldset, Group, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { isStaff } from '@tradewind/contract/roles'
import { DueDayInput } from '#crm/nextSteps/DueDayInput'
import { AssigneeSelect, useMyself } from '#crm/nextSteps/TaskForm'
import { labelsIn } from '#crm/summary/Shared'
import { ProjectsField, UsersField } from '#crm/summary/ShareFields'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { RichText } from '#ui/editor/RichText'
import { useFields } from '#ui/entity/useFields'
import type { FieldProps } from '#ui/form/FormPage'
import {
  fieldsOf,
  FIRST_TASK,
  isBlank,
  newStep,
  type NewStep,
  newSummary,
  type NewSummary,
  type PartFaults,
  useFocusWhenAdded,
  useItems,
  useUndoable,
} from './meeting.ts'
import styles from './meeting.module.css'

interface SummaryPartsProps extends Pick<FieldProps, 'value' | 'onChange'> {
  faults: PartFaults
}

/** One or several summaries, each with the people and projects it is shared with and its tasks. */
export const SummaryParts = ({ value, onChange, faults }: SummaryPartsProps) => {
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
