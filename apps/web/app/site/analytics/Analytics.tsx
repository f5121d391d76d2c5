import { Stack, Text } from '@mantine/core'
import { analyticsPolicy } from '@tradewind/contract/site/analytics.policy'
import type { Failure } from '#kit/api/failure'
import { useCall } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { phrase, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { Filters } from '#ui/list/Filters'
import { PageHeader } from '#ui/page/PageHeader'
import { Read } from '#ui/page/Read'
import { today } from '#ui/values/dates'
import { useFigure } from '#ui/values/useFigure'
import { rangeOf } from './views.ts'
import { Views } from './Views.tsx'

export const handle = { name: phrase('Page views') }
export const clientLoader = guard({ rules: analyticsPolicy.see })

const asked = ['dateFrom', 'dateTo', 'pattern'] as const

/** Which pages are opened, and how often. The days stand in the address, and so does the kind of page whose days are shown. */
export default function Analytics() {
  const t = useText()
  const figure = useFigure()
  const { filters, change, addressAfter } = useListAddress({ filters: asked, sort: '' })
  const { pattern, ...days } = filters
  const range = rangeOf(days, today(useZone()))
  const read = useCall('GET /api/analytics/pageViews', { ...range, ...(pattern && { pattern }) }, { keeps: true })
  return (
    <Stack gap="lg">
      <PageHeader title={t('Page views')} count={read.data && figure(read.data.total)} />
      <Text c="dimmed" maw="72ch">
        {t(
          'Counted by day and by the kind of page, never by person: no cookie, no address and no account is kept. Browsers that ask not to be tracked, and those without scripts, are not counted.',
        )}
      </Text>
      <Filters
        filters={{
          dateFrom: { label: t('Date From'), type: 'date', with: 'dateTo' },
          dateTo: { label: t('Date To'), type: 'date', with: 'dateFrom' },
        }}
        applied={days}
        onApply={(next) => change({ filters: { ...next, pattern } })}
      />
      {read.error?.status === 422 ? (
        <Refusal failure={read.error} />
      ) : (
        <Read of={read} height={400}>
          {(views) => (
            <Views
              range={range}
              views={views}
              pattern={pattern}
              addressOf={(one) => addressAfter({ filters: { ...filters, pattern: one } })}
            />
          )}
        </Read>
      )}
    </Stack>
  )
}

/** Why the days that were asked for are none. */
const Refusal = ({ failure: { fields, message } }: { failure: Failure }) => {
  const t = useText()
  return (
    <Text role="alert" c="var(--mantine-color-error)">
      {Object.values(fields)
        .map((fault) => t(fault))
        .join(' ') || t(message)}
    </Text>
  )
}
