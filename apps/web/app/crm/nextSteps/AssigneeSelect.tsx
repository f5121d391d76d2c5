import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { useActor } from '#kit/session'
import type { FieldProps } from '#ui/form/FormPage'
import { SeekPerson } from '#ui/picker/Seek'

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
