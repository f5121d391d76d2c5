import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { useActor } from '#kit/session'
import type { FieldProps } from '#ui/form/FormPage'
import { SeekOne } from '#ui/picker/SeekOne'

/** Whoever does a task. */
export type Person = NextStep['assignedUser']

/** One of the staff, found by any part of the name or address; members find themselves. The value is the person, or null. */
export const AssigneeSelect = ({ value, onChange, ...field }: FieldProps) => {
  const person = value as Person | null
  const actor = useActor()
  // Before the account has answered nobody knows how they are called themselves.
  const called = person?.uniqueId === actor.uniqueId ? actor.fullName : person?.fullName
  return (
    <SeekOne
      {...field}
      route="GET /api/admin/options"
      asked={{ sort: 'fullName' }}
      nameOf={({ fullName }) => fullName}
      hintOf={({ emailAddress }) => emailAddress}
      value={person?.uniqueId ?? null}
      called={called || undefined}
      onChoose={(found) => onChange(found && { uniqueId: found.uniqueId, fullName: found.fullName })}
    />
  )
}
