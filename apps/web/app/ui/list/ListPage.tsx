import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { type Icon, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { can, type Policy, type Rules } from '@tradewind/contract/kit/policy'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import type { Kind, RecordOf } from '#kit/api/calls'
import { type Asked, useAhead, useRecords } from '#kit/api/records'
import { useArea } from '#kit/area'
import { useListAddress } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { Bones } from '#ui/list/Bones'
import type { Column } from '#ui/list/columns'
import { ExportMenu } from '#ui/list/ExportMenu'
import { Filters } from '#ui/list/Filters'
import { Pager } from '#ui/list/Pager'
import { Rows } from '#ui/list/Rows'
import { EmptyState } from '#ui/page/EmptyState'
import { PageHeader } from '#ui/page/PageHeader'
import { Trouble } from '#ui/page/Trouble'
import { RecordMenu } from '#ui/record/RecordMenu'

interface ListPageProps<K extends Kind> {
  kind: K
  title: string
  policy: Policy & { export?: Rules }
  columns: readonly Column<RecordOf<K>>[]
  nameOf: (record: RecordOf<K>) => string
  /** The filters by field, with their labels. */
  filters: Record<string, string>
  /** The order where the address names none. */
  sort: string
  /** The words of the button that creates one. */
  createText: string
  empty: { icon: Icon; title: string; text: string }
  /** Stands before the create button. */
  actions?: ReactNode
  /** Entries before Details, Edit and Delete. */
  rowMenu?: (record: RecordOf<K>) => ReactNode
}

const size = 20

/** The list of one kind of record: total, filters, table or cards, row menus, pager, export. Its state lives in the address. */
export const ListPage = <K extends Kind>(page: ListPageProps<K>) => {
  const listing = useListing(page)
  return (
    <Stack gap="md">
      <ListHead {...page} listing={listing} />
      {(listing.filtered || listing.total !== 0) && (
        <Filters
          labels={page.filters}
          applied={listing.address.filters}
          onApply={(filters) => listing.address.change({ filters })}
        />
      )}
      <ListBody {...page} listing={listing} />
    </Stack>
  )
}

/** What the address asks for, and what the server says to it. */
const useListing = <K extends Kind>({ kind, filters, sort }: ListPageProps<K>) => {
  const address = useListAddress({ filters: Object.keys(filters), sort })
  const chosen = Object.fromEntries(Object.entries(address.filters).filter(([, text]) => text))
  const askedFor = (number: number): Asked => ({ ...chosen, sort: address.sort, page: number - 1, size })
  const list = useRecords(kind, askedFor(address.page))
  const total = list.data?.total
  const last = Math.max(1, Math.ceil((total ?? 0) / size))
  const isPastEnd = list.data?.rows.length === 0 && !list.isPlaceholderData && address.page > last
  useEffect(() => {
    if (isPastEnd) address.change({ page: last })
  })
  return { address, askedFor, list, total, exported: { ...chosen, sort: address.sort }, filtered: Object.keys(chosen).length > 0 }
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
  const figure = new Intl.NumberFormat(useLanguage())
  const { data } = listing.list
  return (
    <PageHeader title={title} count={data && `${data.estimated ? '≈ ' : ''}${figure.format(data.total)}`}>
      {policy.export && can(actor, policy.export) && <ExportMenu kind={kind} asked={listing.exported} />}
      {actions}
      {can(actor, policy.create) && (
        <Button component={Link} to={at(`${kind}/create`)} prefetch="intent" leftSection={<IconPlus size={16} aria-hidden />}>
          {createText}
        </Button>
      )}
    </PageHeader>
  )
}

const ListBody = <K extends Kind>(props: ListPageProps<K> & { listing: Listing<K> }) => {
  const { list, address, askedFor, total, filtered } = props.listing
  const ahead = useAhead(props.kind)
  const t = useText()
  if (list.error && !list.data) return <Trouble failure={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <Bones />
  if (total === 0)
    return filtered ? <NoMatch onClear={() => address.change({ filters: cleared(address.filters) })} /> : <Nothing {...props} />
  return (
    <Stack gap="sm" aria-busy={list.isPlaceholderData}>
      <VisuallyHidden role="status">{t('{count} record|{count} records', { count: total ?? 0 })}</VisuallyHidden>
      <Records {...props} />
      <Pager
        page={address.page}
        size={size}
        total={list.data.total}
        estimated={list.data.estimated}
        addressOf={(page) => address.addressAfter({ page })}
        onAhead={(page) => ahead.page(askedFor(page))}
      />
    </Stack>
  )
}

const cleared = (filters: Record<string, string>) => Object.fromEntries(Object.keys(filters).map((filter) => [filter, '']))

const Records = <K extends Kind>({ listing: { list, address }, ...page }: ListPageProps<K> & { listing: Listing<K> }) => {
  const { kind, title, columns } = page
  const at = useArea()
  const ahead = useAhead(kind)
  return (
    <Rows
      label={title}
      rows={list.data?.rows ?? []}
      columns={columns}
      keyOf={({ uniqueId }) => uniqueId}
      linkOf={({ uniqueId }) => at(`${kind}/show/${uniqueId}`)}
      onAhead={({ uniqueId }) => ahead.record(uniqueId)}
      menuOf={menusOf(page)}
      sort={address.sort}
      onSort={(sort) => address.change({ sort })}
      stale={list.isPlaceholderData}
    />
  )
}

const menusOf = <K extends Kind>({ kind, policy, nameOf, rowMenu }: ListPageProps<K>) =>
  function menuOf(record: RecordOf<K>) {
    return (
      <RecordMenu kind={kind} policy={policy} record={record} name={nameOf(record)}>
        {rowMenu?.(record)}
      </RecordMenu>
    )
  }

const NoMatch = ({ onClear }: { onClear: () => void }) => {
  const t = useText()
  return (
    <EmptyState
      icon={IconSearchOff}
      title={t('Nothing matches')}
      text={t('No record fits these filters. Try fewer letters, or clear them.')}
    >
      <Button variant="default" onClick={onClear}>
        {t('Clear Filter')}
      </Button>
    </EmptyState>
  )
}

const Nothing = <K extends Kind>({ kind, policy, createText, empty }: ListPageProps<K>) => {
  const actor = useActor()
  const at = useArea()
  return (
    <EmptyState {...empty}>
      {can(actor, policy.create) && (
        <Button component={Link} to={at(`${kind}/create`)}>
          {createText}
        </Button>
      )}
    </EmptyState>
  )
}
