import { Group, Text, TextInput } from '@mantine/core'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
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
      <Group align="flex-end" gap="sm">
        <TextInput
          {...both}
          id={id}
          name={name}
          type="date"
          label={t('Date')}
          value={day}
          aria-describedby={`${id}-about`}
          onChange={(event) => onChange(heldOf(event.currentTarget.value, time))}
        />
        <TextInput
          {...both}
          type="time"
          label={t('Time')}
          value={time}
          aria-describedby={`${id}-about`}
          onChange={(event) => onChange(heldOf(day, event.currentTarget.value))}
        />
      </Group>
      <Text id={`${id}-about`} size="xs" mt={4} c={error ? 'var(--mantine-color-error)' : 'dimmed'}>
        {error ?? t('In the time zone {zone}', { zone })}
      </Text>
    </div>
  )
}
