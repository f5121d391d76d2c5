import { Button, Group, Stack } from '@mantine/core'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { DateInput } from '#ui/form/DateInput'
import type { FieldProps } from '#ui/form/FormPage'
import { addDays, formatDay, today } from '#ui/values/dates'

/** The days on which tasks are often due. */
const useSuggestedDays = () => {
  const t = useText()
  const now = today(useZone())
  return [
    { text: t('Today'), day: now },
    { text: t('Tomorrow'), day: addDays(now, 1) },
    { text: t('Next week'), day: addDays(now, 7) },
    { text: t('In two weeks'), day: addDays(now, 14) },
  ]
}

/** The day on which a task is due: typed, picked, or chosen from those that are likely. */
export const DueDayInput = ({ value, onChange, ...field }: FieldProps & { maw?: number }) => {
  const t = useText()
  const days = useSuggestedDays()
  return (
    <Stack gap={6}>
      <DateInput {...field} value={value as string} onChange={onChange} />
      <Group gap={4} role="group" aria-label={t('Suggested days')}>
        {days.map(({ text, day }) => (
          <Button
            key={text}
            size="compact-sm"
            variant={value === day ? 'light' : 'default'}
            aria-pressed={value === day}
            title={formatDay(day) ?? ''}
            onClick={() => onChange(day)}
          >
            {text}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
