import { Group, Text } from '@mantine/core'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { DateInput } from '#ui/date/DateInput'
import { TimeInput } from '#ui/date/TimeInput'
import type { FieldProps } from '#ui/form/FormPage'
import { heldOf, partsOf } from './moment.ts'

/** A day and a time, in the zone of whoever types. */
export const MomentInput = ({ value, onChange, id, name, required, error }: FieldProps) => {
  const t = useText()
  const zone = useZone()
  const { day, time } = partsOf(String(value), zone)
  const both = { required, error: error !== null }
  return (
    <div>
      <Group align="flex-start" gap="sm">
        <DateInput
          {...both}
          id={id}
          name={name}
          label={t('Date')}
          value={day}
          aria-describedby={`${id}-about`}
          onChange={(typed) => onChange(heldOf(typed, time))}
        />
        <TimeInput
          {...both}
          label={t('Time')}
          value={time}
          aria-describedby={`${id}-about`}
          onChange={(typed) => onChange(heldOf(day, typed))}
        />
      </Group>
      <Text id={`${id}-about`} size="xs" mt={4} c={error ? 'var(--mantine-color-error)' : 'dimmed'}>
        {error ?? t('In the time zone {zone}', { zone })}
      </Text>
    </div>
  )
}
