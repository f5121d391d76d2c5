import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { type Icon, IconPlus } from '@tabler/icons-react'
import { can, type Policy, type Rules } from '@tradewind/contract/kit/policy'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import type { FilterOf, Kind, ListRoute, RecordOf, SortOf } from '#kit/api/calls'
import { pathOf, useArea } from '#kit/area'
import { rememberList } from '#kit/browser/lastList'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import type { CardTitle, Column, Listed } from '#ui/list/columns'
import { type Filter, Filters } from '#ui/list/Filters'
import { ExportMenu, Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { usePrefetchRecordPage } from '#ui/record/RecordLink'
import { RowMenu } from '#ui/record/RowMenu'
import { useFormatCount } from '#ui/values/figures'
import { type Listing, Paged, useListing } from './Paged.tsx'
import { type Matching, Selectable, type SelectionActions } from './SelectionBar.tsx'

export interface ListPageProps<K extends Kind> {
  kind: K
  title: string
  policy: Policy & { export?: Rules }
  columns: readonly Column<RecordOf<K>, SortOf<K>>[]
  nameOf: (record: RecordOf<K>) => string
  card?: CardTitle<RecordOf<K>>
  /** The filters by field, each with its label, and with its choices unless it is free text. */
  filters: Partial<Record<FilterOf<K>, Filter>>
  /** Fixed filters of the list. A filter of the same name in the address overrides them. */
  fixedInput?: Partial<Record<FilterOf<K>, string>>
  /** Records on a page; 20 by default. */
  size?: number
  /** Numbers the rows in a column before the name. */
  numbered?: boolean
  /** The order if the address has none. */
  sort: SortOf<K> | `-${SortOf<K>}`
  /** The text of the create button, which is shown if the actor may create. */
  createText?: string
  /** `children`: what leads to a first record, besides the create button. */
  empty: { icon: Icon; title: string; text: string; children?: ReactNode }
  /** Shown before the create button. */
  actions?: ReactNode
  /** The group of a record; the list must be sorted by it. */
  groupOf?: ((record: RecordOf<K>) => string) | undefined
  /** Entries before Details, Edit and Delete. */
  rowMenu?: (record: RecordOf<K>) => ReactNode
  /** The kind's own menu, instead of Details, Edit and Delete. */
  menuOf?: (record: RecordOf<K>) => ReactNode
  /** Makes rows selectable: renders the actions for the selected ones, before the button that clears the selection. */
  bulkActions?: SelectionActions<RecordOf<K>>
}

/** The list of one kind of record: total, filters, table or cards, row menus, pager, export. Its state is in the address. */
export const ListPage = <K extends Kind>(page: ListPageProps<K>) => <Page {...page} listing={useKindListing(page)} />

/** The page of a kind's list that the address requests. */
export const useKindListing = <K extends Kind>({ kind, filters, fixedInput, sort, size }: ListPageProps<K>, more: object = {}) =>
  useListing(`GET /api/${kind}/` as ListRoute, {
    filters: Object.keys(filters) as never[],
    sort: sort as never,
    totalLater: true,
    fixedInput,
    size,
    ...more,
  }) as unknown as KindListing<K>

interface PageProps<K extends Kind> extends ListPageProps<K> {
  listing: KindListing<K>
  /** Further input of the export, in addition to the filters. */
  exportInput?: Record<string, string | string[]>
  aside?: ReactNode
  /** Shown above the rows instead of the filters. */
  tools?: ReactNode
  tableProps?: Pick<Listed<RecordOf<K>>, 'roomy' | 'minWidth' | 'resizeHandle' | 'orders'>
}

/** The body of `ListPage`, for any listing. */
export const Page = <K extends Kind>({ listing, ...page }: PageProps<K>) => {
  const isShown = listing.isFiltered || listing.list.data?.total !== 0
  useRememberedList(page.kind, listing)
  return (
    <Stack gap="sm">
      <ListHead {...page} listing={listing} />
      {isShown && (page.tools ?? <ListFilters filters={page.filters} listing={listing} />)}
      <ListBody {...page} listing={listing} />
    </Stack>
  )
}

type KindListing<K extends Kind> = Listing<RecordOf<K>>

/** Remembers the rows that are shown, for the steps from one record's page to the next. */
const useRememberedList = <K extends Kind>(kind: K, { list, address: { page }, size, inputFor }: KindListing<K>) =>
  useEffect(() => {
    const { data, isPlaceholderData } = list
    if (!data || isPlaceholderData) return
    const ids = data.rows.map(({ uniqueId }) => uniqueId)
    const pages = { first: page, last: page, size, hasMore: ids.length === size }
    rememberList({ kind, ids, ...pages, total: data.counting ? undefined : data, inputFor })
  })

type ListFiltersProps<K extends Kind> = Pick<PageProps<K>, 'filters' | 'listing'> & { hasSearch?: true }

/** The filters of a list, bound to its address. */
export const ListFilters = <K extends Kind>({ filters, listing: { address }, hasSearch }: ListFiltersProps<K>) => (
  <Filters
    hasSearch={hasSearch}
    filters={filters as Record<FilterOf<K>, Filter>}
    applied={address.filters}
    onApply={(chosen) => address.change({ filters: chosen })}
  />
)

const ListHead = <K extends Kind>(page: PageProps<K>) => {
  const { kind, title, policy, actions, exportInput, aside, listing } = page
  const actor = useActor()
  const figure = useFormatCount()
  const { data } = listing.list
  return (
    <PageHeader title={title} count={data && (data.counting ? '' : figure(data))} aside={aside}>
      {policy.export && can(actor, policy.export) && (
        <ExportMenu kind={kind} input={{ ...listing.filters, ...exportInput, sort: listing.address.sort }} />
      )}
      {actions}
      <CreateButton {...page} />
    </PageHeader>
  )
}

/** Links to the form of a new record, if the actor may create one. */
const CreateButton = <K extends Kind>({ kind, policy, createText }: ListPageProps<K>) => {
  const actor = useActor()
  const at = useArea()
  if (!can(actor, policy.create)) return null
  return (
    <Button component={Link} to={at(pathOf(kind, 'create'))} prefetch="intent" leftSection={<IconPlus size={16} aria-hidden />}>
      {createText}
    </Button>
  )
}

/** All records that match the list's filters. */
const matchingOf = <K extends Kind>({ listing: { list, filters }, fixedInput, exportInput }: PageProps<K>): Matching => {
  const { total = 0, estimated = false } = list.data ?? {}
  return { filters: { ...(fixedInput as object), ...(filters as Record<string, string>), ...exportInput }, total, estimated }
}

const ListBody = <K extends Kind>(page: PageProps<K>) => {
  const { kind, listing } = page
  const { list, table, address, size, isFiltered } = listing
  const t = useText()
  const at = useArea()
  const prefetch = usePrefetchRecordPage(kind)
  return (
    <Stack gap="sm" aria-busy={list.isPlaceholderData}>
      <Paged of={listing} empty={isFiltered ? <EmptyState onClear={address.clear} /> : <EmptyList {...page} />}>
        {(rows) => (
          <>
            <VisuallyHidden role="status">
              {!list.data?.counting && t('{count} record|{count} records', { count: list.data?.total ?? 0 })}
            </VisuallyHidden>
            <Selectable rows={rows} nameOf={page.nameOf} matching={matchingOf(page)} actions={page.bulkActions}>
              {(selection) => (
                <Rows
                  label={page.title}
                  rows={rows}
                  columns={page.columns}
                  card={page.card}
                  linkOf={({ uniqueId }) => at(pathOf(kind, `show/${uniqueId}`))}
                  onPrefetch={({ uniqueId }) => prefetch(uniqueId)}
                  menuOf={page.menuOf ?? rowMenuOf(page)}
                  first={page.numbered ? (address.page - 1) * size + 1 : undefined}
                  {...table}
                  groupOf={table.stale ? undefined : page.groupOf}
                  {...page.tableProps}
                  selection={selection}
                />
              )}
            </Selectable>
          </>
        )}
      </Paged>
    </Stack>
  )
}

const rowMenuOf = <K extends Kind>({ kind, policy, nameOf, rowMenu }: ListPageProps<K>) =>
  function menuOf(record: RecordOf<K>) {
    return (
      <RowMenu kind={kind} policy={policy} record={record} name={nameOf(record)}>
        {rowMenu?.(record)}
      </RowMenu>
    )
  }

const EmptyList = <K extends Kind>(page: ListPageProps<K>) => (
  <EmptyState {...page.empty}>
    <CreateButton {...page} />
    {page.empty.children}
  </EmptyState>
)
