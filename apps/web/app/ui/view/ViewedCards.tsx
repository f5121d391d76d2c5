import { Stack } from '@mantine/core'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { type ReactNode, useState } from 'react'
import { type Filter, Filters } from '#ui/list/Filters'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { ListTools } from './ListTools.tsx'
import { type KindWithViews, useListView } from './useListView.ts'
import { ViewButton } from './ViewedList.tsx'

/** Which records the cards show, and what they tell the page. */
interface CardsProps {
  /** The filters and conditions, as the list's call takes them. */
  query: Readonly<Record<string, string | readonly string[]>>
  size: number
  /** They wait with the call, since the query is about to change. */
  isPaused: boolean
  /** Shown if there are none. */
  empty: ReactNode
  onTotal: (total: number) => void
}

interface ViewedCardsProps {
  kind: KindWithViews
  title: string
  /** The fields that conditions and views of the list can use. */
  fields: FieldSpecs
  /** The filters by field, each with its label. */
  filters: Record<string, Filter>
  /** The order if the address has none. */
  sort: string
  /** Shown if there are no records at all. */
  empty: ReactNode
  children: (list: CardsProps) => ReactNode
}

/** A list with conditions and views, like `ViewedList`, whose records are cards: it has no columns, no export and no custom fields. */
export const ViewedCards = ({ kind, title, fields, filters, sort, empty, children }: ViewedCardsProps) => {
  const names = Object.keys(filters)
  const view = useListView({ kind, fields, isLearning: false, filters: names, sort, columns: [] })
  const { state, query, change } = view
  const isFiltered = view.isFiltered || Object.keys(state.filters).length > 0
  const [total, setTotal] = useState<number>()
  return (
    <Stack gap="md">
      <PageHeader title={title} count={total} aside={<ViewButton kind={kind} view={view} />} />
      {(isFiltered || total !== 0) && (
        <ListTools fields={fields} view={view}>
          <Filters
            hasSearch
            filters={filters}
            applied={Object.fromEntries(names.map((name) => [name, state.filters[name] ?? '']))}
            onApply={(applied) => change({ filters: applied })}
          />
        </ListTools>
      )}
      {children({
        query: { ...state.filters, ...query },
        size: state.size,
        isPaused: view.isPending,
        empty: isFiltered ? <EmptyState onClear={view.clear} /> : empty,
        onTotal: setTotal,
      })}
    </Stack>
  )
}
