import { Radio, Stack, Text } from '@mantine/core'
import { contentPolicy } from '@tradewind/contract/site/content.policy'
import type { ContentStatus } from '@tradewind/contract/site/content.words'
import { can } from '@tradewind/contract/kit/policy'
import { useActor } from '#kit/session'
import { phrase, type Say, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import type { FieldProps } from '#ui/form/FormPage'
import { momentIn } from '#ui/moment/moment'
import { MomentInput } from '#ui/moment/MomentInput'
import { momentOf } from '#ui/values/dates'
import { statusAfter } from './values.ts'

const deeds: readonly { value: ContentStatus; label: string }[] = [
  { value: 'DRAFT', label: phrase('Save draft') },
  { value: 'IN_REVIEW', label: phrase('Hand in for review') },
  { value: 'PUBLISHED', label: phrase('Publish') },
]

/** What becomes of it by saving, from when it is shown, and what that means. */
export const StatusField = ({ status, publishAt }: { status: FieldProps; publishAt: FieldProps }) => {
  const t = useText()
  const zone = useZone()
  const mayPublish = can(useActor(), contentPolicy.approve)
  const next = statusAfter(status.value as ContentStatus | '', mayPublish)
  const offered = deeds.filter(({ value }) => mayPublish || value !== 'PUBLISHED')
  return (
    <Stack gap="sm">
      <Radio.Group label={t('When it is saved')} value={next} onChange={status.onChange} error={status.error}>
        <Stack gap="xs" mt="xs">
          {offered.map(({ value, label }, at) => (
            <Radio key={value} value={value} label={t(label)} {...(at === 0 && { id: status.id })} />
          ))}
        </Stack>
      </Radio.Group>
      {next === 'PUBLISHED' && (
        <Stack gap={4}>
          <Text component="span" size="sm" fw={500}>
            {t('Publish time')}
          </Text>
          <MomentInput {...publishAt} />
        </Stack>
      )}
      <Text size="sm" c="dimmed" role="status">
        {said(t, next, momentIn(String(publishAt.value), zone), zone)}
      </Text>
    </Stack>
  )
}

/** What will happen, in a sentence. */
const said = (t: Say, next: ContentStatus, at: string, zone: string) => {
  if (next === 'DRAFT') return t('It is kept for writers alone, and nobody else sees it.')
  if (next === 'IN_REVIEW') return t('A tenant admin will publish it or send it back. Until then it is not shown.')
  const moment = at && momentOf(at, zone)
  if (!moment) return t('It is shown as soon as it is saved.')
  const values = { moment }
  return Date.parse(at) > Date.now()
    ? t('It will be shown from {moment}.', values)
    : t('It will be shown as of {moment}.', values)
}
