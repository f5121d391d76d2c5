import { VisuallyHidden } from '@mantine/core'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import type { ReactNode } from 'react'
import type { Input, ListRoute, RowOf, SortIn } from '#kit/api/calls'
import { useText } from '#kit/text'
import { useCustomColumns } from '#ui/entity/useCustom'
import type { Editing } from '#ui/entity/useEditing'
import type { CardTitle, Column } from '#ui/list/columns'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { Selectable, type SelectionActions } from '#ui/list/SelectionBar'
import { EmptyState } from '#ui/page/states'
import { ListTools, useColumns } from './ListTools.tsx'
import { useListDisplay } from './useListView.ts'

type RowIn<R extends ListRoute> = RowOf<R> & { uniqueId: string }

interface ListPartProps<R extends ListRoute> {
  /** The kind of its records, which may have custom fields. */
  kind: string
  route: R
  fixedInput: Partial<Input<R>>
  sort: SortIn<R> | `-${SortIn<R>}`
  columns: readonly Column<RowIn<R>>[]
  /** The fields that conditions can use, and that can be shown as further columns. */
  fields: FieldSpecs
  edit?: Editing<RowIn<R>>
  label: string
  linkOf?: (row: RowIn<R>) => string | undefined
  menuOf?: (row: RowIn<R>) => ReactNode
  card?: CardTitle<RowIn<R>>
  nameOf: (row: RowIn<R>) => string
  /** Makes rows selectable: the actions for the selected ones, or for all that match (`allMatching`). */
  bulkActions?: SelectionActions<RowIn<R>> | undefined
  /** Shown if there are no records at all. */
  empty: ReactNode
  /** Whether there are records to search and filter. */
  hasRecords: boolean
  /** By default it has a search. */
  hasSearch?: boolean
  /** Further tools, in the line of its search and filters. */
  tools?: ReactNode | ((list: ListState) => ReactNode)
  /** The head of a page that consists of this list. */
  head?: (list: ListState) => ReactNode
}

/** The total of a list, and the input of its export. */
interface ListState {
  total: number | undefined
  query: Record<string, string | string[]>
}

/** A list in a record's page, or one without views, with its search, conditions and display options in the address. */
export const ListPart = <R extends ListRoute>(props: ListPartProps<R>) => {
  const {
    kind,
    route,
    fixedInput,
    sort,
    fields,
    edit,
    empty,
    hasRecords,
    hasSearch,
    tools,
    head,
    nameOf,
    bulkActions,
    ...listed
  } = props
  const t = useText()
  const custom = useCustomColumns<RowIn<R>>(kind, { edit })
  const allFields = { ...fields, ...custom.specs }
  const display = useListDisplay({ fields: allFields, isLearning: custom.isPending, filters: [], sort })
  const { size, density } = display.state
  const columns = useColumns<RowIn<R>>(listed.columns, fields, display.state, undefined, custom.columns)
  const filters = { ...fixedInput, ...display.query }
  const listing = useListing(route, {
    fixedInput: filters,
    sort,
    size,
    isPaused: display.isPending,
    failed: custom.failed,
  })
  const query = { ...(filters as ListState['query']), sort: listing.address.sort }
  const state = { total: listing.list.data?.total, query }
  return (
    <>
      {head?.(state)}
      {hasRecords && (
        <ListTools fields={allFields} view={display} columns={columns} hasSearch={hasSearch}>
          {typeof tools === 'function' ? tools(state) : tools}
        </ListTools>
      )}
      <VisuallyHidden role="status">
        {listing.list.data && t('{count} record|{count} records', { count: listing.list.data.total })}
      </VisuallyHidden>
      <Paged of={listing} empty={display.isFiltered ? <EmptyState onClear={display.clear} /> : empty}>
        {(rows) => (
          <Selectable
            rows={rows as RowIn<R>[]}
            nameOf={nameOf}
            matching={{ filters, total: 0, estimated: false, ...listing.list.data }}
            actions={bulkActions}
          >
            {(selection) => (
              <Rows
                {...listed}
                {...listing.table}
                rows={rows as RowIn<R>[]}
                columns={columns.columns}
                roomy={density === 'roomy'}
                minWidth={columns.minWidth}
                orders={columns.orders}
                selection={selection}
              />
            )}
          </Selectable>
        )}
      </Paged>
    </>
  )
}
