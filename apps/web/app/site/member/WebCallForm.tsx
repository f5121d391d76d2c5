import { ActionIcon, Button, Group, Input, SimpleGrid, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { dateLocale } from '@tradewind/contract/kit/locale'
import { phrase } from '@tradewind/contract/kit/phrase'
import { BOOK_DAYS, CALL_MINUTES, CHANGE_HOURS, webCallFields } from '@tradewind/contract/site/member/webCall.fields'
import { webCallPolicy } from '@tradewind/contract/site/policies'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { Failure } from '#kit/api/failure'
import { useCall } from '#kit/api/query'
import { guard } from '#kit/guard'
import { useLanguage, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { Tooltip } from '#ui/page/floating'
import { addDays, formatMoment, today } from '#ui/values/dates'
import { RemainingQuota } from './RemainingQuota.tsx'

export const handle = { name: phrase('Book a web call'), editName: phrase('Move a web call') }
export const clientLoader = guard({ rules: webCallPolicy.create, editRules: webCallPolicy.update })

/** Books a call, or moves the one in the address. */
export default function WebCallForm() {
  const t = useText()
  const { uniqueId } = useParams()
  const { labels } = useFields(webCallFields)
  const { show } = useFieldFormatter(webCallFields)
  return (
    <FormPage
      kind="webCall"
      listTitle={t('Web calls')}
      newTitle={t('Book a web call')}
      nameOf={({ startsAt }) => formatMoment(startsAt) ?? ''}
      saveText={uniqueId ? t('Move') : t('Book')}
      empty={{ startsAt: '', about: '' }}
      labels={{ startsAt: labels.startsAt, about: labels.about }}
      required={['startsAt', 'about']}
      show={show}
      redirectTo={(saved) => `webCall/show/${saved.uniqueId}`}
    >
      {(field, failure) => (
        <>
          {!uniqueId && <RemainingCalls />}
          <p style={{ margin: 0 }}>
            {t('A web call takes {minutes} minutes. You can move and cancel it until {hours} hours before.', {
              minutes: CALL_MINUTES,
              hours: CHANGE_HOURS,
            })}
          </p>
          {!uniqueId && <Textarea {...field('about')} autosize minRows={3} maxRows={10} maxLength={2000} />}
          <SlotPicker {...field('startsAt')} webCall={uniqueId} failure={failure} />
        </>
      )}
    </FormPage>
  )
}

const RemainingCalls = () => (
  <div>
    <RemainingQuota quota={useCall('GET /api/webCall/remaining', {}, { refetchOnMount: true }).data} />
  </div>
)

const DAYS_PER_WEEK = 7

interface SlotPickerProps extends FieldProps {
  /** The call to move: only times of its host are offered. */
  webCall: string | undefined
  /** A failure of the form: the time may have been taken meanwhile. */
  failure: Failure | null
}

/** The free times of a week, by days in the user's time zone, of which one is selected. */
const SlotPicker = ({ webCall, failure, value, onChange, label, error, id }: SlotPickerProps) => {
  const t = useText()
  const language = useLanguage()
  const zone = useZone()
  const [week, setWeek] = useState(0)
  const from = addDays(today(zone), week * DAYS_PER_WEEK)
  const input = { from, until: addDays(from, DAYS_PER_WEEK - 1), ...(webCall && { webCall }) }
  const { data, refetch } = useCall('GET /api/webCall/slots', input, { refetchOnMount: true })
  useEffect(() => {
    if (failure) void refetch()
  }, [failure, refetch])
  const dayNames = new Intl.DateTimeFormat(dateLocale(language), {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const times = new Intl.DateTimeFormat(language, { timeZone: zone, timeStyle: 'short', hourCycle: 'h23' })
  const byDay = Object.groupBy(data?.slots ?? [], (slot) => dayNames.format(Date.parse(slot)))
  return (
    <Input.Wrapper id={id} label={label} required error={error} description={t('Times are in {zone}.', { zone })}>
      <Stack gap="xs" mt="xs" role="group" aria-label={label}>
        <Group gap="xs">
          <Tooltip label={t('Week before')}>
            <ActionIcon variant="default" aria-label={t('Week before')} disabled={week === 0} onClick={() => setWeek(week - 1)}>
              <IconChevronLeft size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('Week after')}>
            <ActionIcon
              variant="default"
              aria-label={t('Week after')}
              disabled={(week + 1) * DAYS_PER_WEEK > BOOK_DAYS}
              onClick={() => setWeek(week + 1)}
            >
              <IconChevronRight size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Text size="sm" c="dimmed">
            {value
              ? `${dayNames.format(Date.parse(value as string))}, ${times.format(Date.parse(value as string))}`
              : t('Choose a time')}
          </Text>
        </Group>
        {!data && <Skeleton height={120} />}
        {data?.slots.length === 0 && <Text c="dimmed">{t('No time is free in this week. Look at the next one.')}</Text>}
        {Object.entries(byDay).map(([day, slots]) => (
          <Stack gap={4} key={day}>
            <Text fw={600} size="sm">
              {day}
            </Text>
            <SimpleGrid cols={{ base: 3, sm: 6 }} spacing={6}>
              {slots?.map((slot) => (
                <Button
                  key={slot}
                  size="compact-md"
                  variant={slot === value ? 'filled' : 'default'}
                  aria-pressed={slot === value}
                  aria-label={`${day}, ${times.format(Date.parse(slot))}`}
                  onClick={() => onChange(slot)}
                >
                  {times.format(Date.parse(slot))}
                </Button>
              ))}
            </SimpleGrid>
          </Stack>
        ))}
      </Stack>
    </Input.Wrapper>
  )
}
