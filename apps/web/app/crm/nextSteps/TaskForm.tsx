import { Alert, Textarea } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import type { ReactNode } from 'react'
import { DueDayInput } from '#crm/DueDayInput'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { type FieldProps, RecordForm } from '#ui/form/FormPage'
import { PersonSelect } from '#ui/form/SearchSelect'

/** The assignee of a task. */
export type Person = NextStep['assignedUser']

/** Selects the assignee of a task. The value is the person, or null. */
export const AssigneeSelect = ({ value, onChange, ...field }: FieldProps) => {
  const person = value as Person | null
  const actor = useActor()
  // Until the account has loaded, the actor's own name is not known.
  const assigneeName = person?.uniqueId === actor.uniqueId ? actor.fullName : person?.fullName
  return (
    <PersonSelect
      {...field}
      value={person?.uniqueId ?? null}
      selectedName={assigneeName || undefined}
      onChoose={(found) => onChange(found && { uniqueId: found.uniqueId, fullName: found.fullName })}
    />
  )
}

/** The signed-in user, to whom a new task is assigned unless another person is chosen. */
export const useMyself = (): Person => {
  const { uniqueId, fullName } = useActor()
  return { uniqueId, fullName }
}

interface TaskFormProps {
  /** The summary that the task belongs to. */
  summaryUID: string
  /** The task to change; without it a new one is created. */
  task?: NextStep
  /** An input to choose another summary. Without it the task belongs to `summaryUID`. */
  children?: (field: FieldProps) => ReactNode
  /** Called after saving and on Cancel; without it both go to the list of tasks. */
  onDone?: () => void
}

/** Creates or changes a task: what is to be done, by when, by whom. Members assign tasks only to themselves. */
export const TaskForm = ({ summaryUID, task, children, onDone }: TaskFormProps) => {
  const { labels } = useFields(nextStepsFields)
  const { show } = useFieldFormatter(nextStepsFields)
  const myself = useMyself()
  return (
    <RecordForm
      kind="nextSteps"
      record={task}
      onDone={onDone}
      empty={{ todo: '', byWhen: '', assignedUser: myself, summaryUID: '' }}
      preset={{ summaryUID }}
      labels={labels}
      required={['todo', 'byWhen', 'assignedUser', 'summaryUID']}
      show={show}
      sent={({ assignedUser, ...fields }) => ({
        ...fields,
        ...(assignedUser !== undefined && { assignedUser: assignedUser?.uniqueId ?? '' }),
      })}
    >
      {(field) => (
        <>
          {task?.nextStepsStatus === 'CLOSED' && <ClosedNotice />}
          <Textarea {...field('todo')} autosize minRows={3} maxRows={10} maxLength={2000} />
          <DueDayInput {...field('byWhen')} maw={220} />
          <AssigneeSelect {...field('assignedUser')} />
          {children?.(field('summaryUID'))}
        </>
      )}
    </RecordForm>
  )
}

/** What changing a closed task does, and what it does not do. */
const ClosedNotice = () => {
  const t = useText()
  return (
    <Alert icon={<IconCircleCheck aria-hidden />}>
      {t('This task is closed and stays closed. Changes are recorded, and nobody is notified of them.')}
    </Alert>
  )
}
