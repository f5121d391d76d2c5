import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { type Icon, IconPlus } from '@tabler/icons-react'
import { can, type Policy, type Rules } from '@tradewind/contract/kit/policy'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Kind, RecordOf } from '#kit/api/calls'
import { pathOf } from '#kit/api/paths'
import { type Asked, useRecordPrefetch, useRecords } from '#kit/api/records'
import { useArea } from '#kit/area'
import { useListAddress } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import type { CardTitle, Column } from '#ui/list/columns'
import { ExportMenu } from '#ui/list/ExportMenu'
import { type Filter, Filters } from '#ui/list/Filters'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { PickedBar } from '#ui/list/PickedBar'
import { Rows } from '#ui/list/Rows'
import { EmptyState } from '#ui/page/EmptyState'
import { ErrorState } from '#ui/page/ErrorState'
import { NoResults } from '#ui/page/NoResults'
import { PageHeader } from '#ui/page/PageHeader'
import { Pager } from '#ui/paging/Pager'
import { usePastEnd } from '#ui/paging/usePastEnd'
import { RecordMenu } from '#ui/record/RecordMenu'
import { useFigure } from '#ui/values/useFigure'

interface ListPageProps<K extends Kind> {
  kind: K
  title: string
  policy: Policy & { export?: Rules }
  columns: readonly Column<RecordOf<K>>[]
  nameOf: (record: RecordOf<K>) => string
  card?: CardTitle<RecordOf<K>>
  /** The filters by field, each with its label, and with what may be chosen where it is not any text. */
  filters: Record<string, Filter>
  /** What the list is asked besides. A filter of the same name goes before it. */
  asks?: Readonly<Record<string, string>>
  /** Records on a page; 20 unless said. */
  size?: number
  /** Counts the rows in a column before the name. */
  numbered?: boolean
  /** The order where the address names none. */
  sort: string
  /** The words of the button that creates one, where somebody may. */
  createText?: string
  empty: { icon: Icon; title: string; text: string }
  /** Stands before the create button. */
  actions?: ReactNode
  /** Entries before Details, Edit and Delete. */
  rowMenu?: (record: RecordOf<K>) => ReactNode
  /** A menu of the kind's own, instead of Details, Edit and Delete. */
  menuOf?: (record: RecordOf<K>) => ReactNode
  /** Rows can be ticked: what may be done with those that are, before the button that unticks them. */
  picked?: (records: readonly RecordOf<K>[], clear: () => void) => ReactNode
}

/** The list of one kind of record: total, filters, table or cards, row menus, pager, export. Its state lives in the address. */
export const ListPage = <K extends Kind>(page: ListPageProps<K>) => {
  const listing = useListing(page)
  return (
    <Stack gap="md">
      <ListHead {...page} listing={listing} />
      {(listing.filtered || listing.total !== 0) && (
        <Filters
          filters={page.filters}
          applied={listing.address.filters}
          onApply={(filters) => listing.address.change({ filters })}
        />
      )}
      <ListBody {...page} listing={listing} />
    </Stack>
  )
}

/** What the address asks for, and what the server says to it. */
const useListing = <K extends Kind>({ kind, filters, asks, sort, size = 20 }: ListPageProps<K>) => {
  const address = useListAddress({ filters: Object.keys(filters), sort })
  const chosen = Object.fromEntries(Object.entries(address.filters).filter(([, text]) => text))
  const askedFor = (number: number): Asked => ({ ...asks, ...chosen, sort: address.sort, page: number - 1, size })
  const list = useRecords(kind, askedFor(address.page))
  usePastEnd(list, address, size)
  return {
    address,
    askedFor,
    list,
    total: list.data?.total,
    size,
    exported: { ...chosen, sort: address.sort },
    filtered: Object.keys(chosen).length > 0,
  }
}
type Listing<K extends Kind> = ReturnType<typeof useListing<K>>

const ListHead = <K extends Kind>({
  kind,
  title,
  policy,
  createText,
  actions,
  listing,
}: ListPageProps<K> & { listing: Listing<K> }) => {
  const actor = useActor()
  const at = useArea()
  const figure = useFigure()
  const { data } = listing.list
  return (
    <PageHeader title={title} count={data && `${data.estimated ? '≈ ' : ''}${figure(data.total)}`}>
      {policy.export && can(actor, policy.export) && <ExportMenu kind={kind} asked={listing.exported} />}
      {actions}
      {can(actor, policy.create) && (
        <Button
          component={Link}
          to={at(pathOf(kind, 'create'))}
          prefetch="intent"
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {createText}
        </Button>
      )}
    </PageHeader>
  )
}

const ListBody = <K extends Kind>(props: ListPageProps<K> & { listing: Listing<K> }) => {
  const { list, address, askedFor, total, filtered } = props.listing
  const ahead = useRecordPrefetch(props.kind)
  const t = useText()
  if (list.error && !list.data) return <ErrorState failure={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <ListSkeleton />
  if (total === 0) return filtered ? <NoResults onClear={address.clear} /> : <Nothing {...props} />
  return (
    <Stack gap="sm" aria-busy={list.isPlaceholderData}>
      <VisuallyHidden role="status">{t('{count} record|{count} records', { count: total ?? 0 })}</VisuallyHidden>
      <Records {...props} />
      <Pager
        page={address.page}
        size={props.listing.size}
        total={list.data.total}
        estimated={list.data.estimated}
        stale={list.isPlaceholderData}
        addressOf={(page) => address.addressAfter({ page })}
        onPrefetch={(page) => ahead.page(askedFor(page))}
      />
    </Stack>
  )
}

const Records = <K extends Kind>({ listing: { list, address, size }, ...page }: ListPageProps<K> & { listing: Listing<K> }) => {
  const { kind, title, columns } = page
  const at = useArea()
  const ahead = useRecordPrefetch(kind)
  const rows = list.data?.rows ?? []
  const ticks = useTicks(rows, page.nameOf)
  const records = (
    <Rows
      label={title}
      rows={rows}
      columns={columns}
      card={page.card}
      keyOf={({ uniqueId }) => uniqueId}
      linkOf={({ uniqueId }) => at(pathOf(kind, `show/${uniqueId}`))}
      onPrefetch={({ uniqueId }) => ahead.record(uniqueId)}
      menuOf={page.menuOf ?? menusOf(page)}
      first={page.numbered ? (address.page - 1) * size + 1 : undefined}
      sort={address.sort}
      onSort={(sort) => address.change({ sort })}
      ticks={page.picked && ticks.ticks}
      stale={list.isPlaceholderData}
    />
  )
  if (!page.picked) return records
  return (
    <>
      {records}
      <PickedBar count={ticks.picked.length} onClear={ticks.clear}>
        {page.picked(ticks.picked, ticks.clear)}
      </PickedBar>
    </>
  )
}

/** Which rows are ticked. What is no longer in sight is not picked. */
const useTicks = <T extends { uniqueId: string }>(rows: readonly T[], nameOf: (record: T) => string) => {
  const [ticked, onTick] = useState<ReadonlySet<string>>(new Set())
  const nameOfKey = (key: string) =>
    rows
      .filter(({ uniqueId }) => uniqueId === key)
      .map(nameOf)
      .join()
  return {
    ticks: { ticked, onTick, nameOf: nameOfKey },
    picked: rows.filter(({ uniqueId }) => ticked.has(uniqueId)),
    clear: () => onTick(new Set()),
  }
}

const menusOf = <K extends Kind>({ kind, policy, nameOf, rowMenu }: ListPageProps<K>) =>
  function menuOf(record: RecordOf<K>) {
    return (
      <RecordMenu kind={kind} policy={policy} record={record} name={nameOf(record)}>
        {rowMenu?.(record)}
      </RecordMenu>
    )
  }

const Nothing = <K extends Kind>({ kind, policy, createText, empty }: ListPageProps<K>) => {
  const actor = useActor()
  const at = useArea()
  return (
    <EmptyState {...empty}>
      {can(actor, policy.create) && (
        <Button component={Link} to={at(pathOf(kind, 'create'))}>
          {createText}
        </Button>
      )}
    </EmptyState>
  )
}
