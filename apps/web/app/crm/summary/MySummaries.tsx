import { Stack } from '@mantine/core'
import { summaryPolicy } from '@tradewind/contract/crm/policies'
import { summaryFields } from '@tradewind/contract/crm/summary.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import { Filters } from '#ui/list/Filters'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { ListTools } from '#ui/view/ListTools'
import { useListView } from '#ui/view/useListView'
import { ViewButton } from '#ui/view/ViewedList'
import { NoSummaries, SummaryCards } from './SummaryCards.tsx'

export const handle = { name: phrase('My Summaries') }
export const clientLoader = guard({ rules: summaryPolicy.see })

const filtersIn = (t: Translate) => ({
  dateFrom: { label: t('Date From'), type: 'date' } as const,
  dateTo: { label: t('Date To'), type: 'date' } as const,
  project: t('Project'),
  company: t('Company'),
})

const empty = { dateFrom: '', dateTo: '', project: '', company: '' }

/** All summaries that the actor may see. */
export default function MySummaries() {
  const t = useText()
  const view = useListView({
    kind: 'summary',
    fields: summaryFields,
    isLearning: false,
    filters: Object.keys(empty),
    sort: '-dateCreated',
    columns: [],
  })
  const { filters, size } = view.state
  const isFiltered = view.isFiltered || Object.keys(filters).length > 0
  const [total, setTotal] = useState<number>()
  return (
    <Stack gap="md">
      <PageHeader title={t('My Summaries')} count={total} aside={<ViewButton kind="summary" view={view} />} />
      {(isFiltered || total !== 0) && (
        <ListTools fields={summaryFields} view={view}>
          <Filters
            hasSearch
            filters={filtersIn(t)}
            applied={{ ...empty, ...filters }}
            onApply={(applied) => view.change({ filters: applied })}
          />
        </ListTools>
      )}
      <SummaryCards
        query={{ ...filters, ...view.query }}
        size={size}
        isPaused={view.isPending}
        onTotal={setTotal}
        empty={isFiltered ? <EmptyState onClear={view.clear} /> : <NoSummaries />}
      />
    </Stack>
  )
}
