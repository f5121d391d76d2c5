import { Stack } from '@mantine/core'
import { summaryPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { useListAddress } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import { Filters } from '#ui/list/Filters'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { NoSummaries, SummaryCards } from './SummaryCards.tsx'

export const handle = { name: phrase('My Summaries') }
export const clientLoader = guard({ rules: summaryPolicy.see })

const filtersIn = (t: Translate) => ({
  dateFrom: { label: t('Date From'), type: 'date' } as const,
  dateTo: { label: t('Date To'), type: 'date' } as const,
  project: t('Project'),
  company: t('Company'),
})

/** All summaries that the actor may see. */
export default function MySummaries() {
  const t = useText()
  const filters = filtersIn(t)
  const address = useListAddress({ filters: ['dateFrom', 'dateTo', 'project', 'company'], sort: '-dateCreated' })
  const query = Object.fromEntries(Object.entries(address.filters).filter(([, text]) => text))
  const isFiltered = Object.keys(query).length > 0
  const [total, setTotal] = useState<number>()
  return (
    <Stack gap="md">
      <PageHeader title={t('My Summaries')} count={total} />
      {(isFiltered || total !== 0) && (
        <Filters filters={filters} applied={address.filters} onApply={(applied) => address.change({ filters: applied })} />
      )}
      <SummaryCards
        query={query}
        onTotal={setTotal}
        empty={isFiltered ? <EmptyState onClear={address.clear} /> : <NoSummaries />}
      />
    </Stack>
  )
}
