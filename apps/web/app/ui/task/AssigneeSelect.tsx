import type { FieldProps } from '#ui/form/FormPage'
import { SeekOne } from '#ui/seek/SeekOne'
import type { Person } from '#ui/task/task.words'

/** One of the staff, found by any part of the name or address; members find themselves. The value is the person, or null. */
export const AssigneeSelect = ({ value, onChange, ...field }: FieldProps) => {
  const person = value as Person | null
  return (
    <SeekOne
      {...field}
      route="GET /api/admin/options"
      asked={{ sort: 'fullName' }}
      nameOf={({ fullName }) => fullName}
      hintOf={({ emailAddress }) => emailAddress}
      value={person?.uniqueId ?? null}
      called={person?.fullName}
      onChoose={(found) => onChange(found && { uniqueId: found.uniqueId, fullName: found.fullName })}
    />
  )
}
