import { Textarea } from '@mantine/core'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields } from '@tradewind/contract/crm/nextSteps.fields'
import { isMember } from '@tradewind/contract/roles'
import type { ReactNode } from 'react'
import { useActor } from '#kit/session'
import { useFields } from '#ui/entity/useFields'
import { useFieldWords } from '#ui/entity/useFieldWords'
import { DateInput } from '#ui/form/DateInput'
import { type FieldProps, RecordForm } from '#ui/form/FormPage'
import { SeekPerson } from '#ui/form/Seek'

/** Whoever does a task. */
export type Person = NextStep['assignedUser']

/** Who does a task. The value is the person, or null. */
export const AssigneeSelect = ({ value, onChange, ...field }: FieldProps) => {
  const person = value as Person | null
  const actor = useActor()
  // Before the account has answered nobody knows how they are called themselves.
  const called = person?.uniqueId === actor.uniqueId ? actor.fullName : person?.fullName
  return (
    <SeekPerson
      {...field}
      value={person?.uniqueId ?? null}
      called={called || undefined}
      onChoose={(found) => onChange(found && { uniqueId: found.uniqueId, fullName: found.fullName })}
    />
  )
}

interface TaskFormProps {
  /** The summary that the task comes of. */
  summaryUID: string
  /** The task to change; without it a new one is created. */
  task?: NextStep
  /** Chooses another summary. Without it the task stays with the one that it was opened for. */
  children?: (field: FieldProps) => ReactNode
  /** Called when it was saved, and by Cancel; without it both lead to the list of tasks. */
  onDone?: () => void
}

/** A task as it is given or changed: what is to be done, by when, by whom. Members give tasks to themselves. */
export const TaskForm = ({ summaryUID, task, children, onDone }: TaskFormProps) => {
  const { labels } = useFields(nextStepsFields)
  const { show } = useFieldWords(nextStepsFields)
  const actor = useActor()
  const myself: Person | null = isMember(actor) ? { uniqueId: actor.uniqueId, fullName: actor.fullName } : null
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
          <Textarea {...field('todo')} autosize minRows={3} maxRows={10} maxLength={2000} />
          <DateInput {...field('byWhen')} maw={220} />
          <AssigneeSelect {...field('assignedUser')} />
          {children?.(field('summaryUID'))}
        </>
      )}
    </RecordForm>
  )
}
