import { Anchor, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { HistoryEntry } from '@tradewind/contract/kit/history'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import type { AuditEntry } from '@tradewind/contract/platform/audit.contract'
import { auditPolicy, userPolicy } from '@tradewind/contract/platform/policies'
import { isMember } from '@tradewind/contract/roles'
import { type ComponentProps, Fragment } from 'react'
import { Link } from 'react-router'
import { pathOf, useArea } from '#kit/area'
import { useEntries } from '#kit/feature'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Filters } from '#ui/list/Filters'
import { Paged, useListing } from '#ui/list/Paged'
import { ExportMenu, Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { actorName, shownChanges } from '#ui/record/History'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { actionNames, fieldName, otherKinds, showIn, titleIn } from './audit.labels.ts'

export const handle = { name: phrase('Audit trail') }
export const clientLoader = guard({ rules: auditPolicy.see })

const filterNames = ['byName', 'action', 'kind', 'title', 'dateFrom', 'dateTo'] as const

/** Who did what, the latest first: administrators see the actions of everybody, members only their own. */
export default function AuditList() {
  const t = useText()
  const mayExport = can(useActor(), auditPolicy.export)
  const listing = useListing('GET /api/audit/', { filters: filterNames, sort: '-dateCreated' })
  const { list, address, filters, isFiltered, table } = listing
  return (
    <Stack gap="md">
      <PageHeader title={t('Audit trail')} count={list.data?.total}>
        {mayExport && <ExportMenu kind="audit" input={{ ...filters, sort: address.sort }} />}
      </PageHeader>
      <TrailFilters
        applied={address.filters}
        onApply={(chosen) => address.change({ filters: chosen as typeof address.filters })}
      />
      <Paged of={listing} empty={isFiltered ? <EmptyState onClear={address.clear} /> : <Nothing />}>
        {(rows) => <AuditRows rows={rows} {...table} />}
      </Paged>
    </Stack>
  )
}

type Applied = Record<string, string>

/** Members see only their own actions, so the filter by user is left out for them. */
const TrailFilters = ({ applied, onApply }: { applied: Applied; onApply: (chosen: Applied) => void }) => {
  const t = useText()
  const kinds = useKinds()
  const member = isMember(useActor())
  const filterSpecs: ComponentProps<typeof Filters<string>>['filters'] = {
    ...(!member && { byName: t('Who') }),
    action: { label: t('Action'), choices: Object.entries(actionNames).map(([value, name]) => ({ value, label: t(name) })) },
    kind: { label: t('Kind'), choices: [...kinds].map(([value, { name }]) => ({ value, label: name })) },
    title: t('Record'),
    dateFrom: { label: t('Date From'), type: 'date' },
    dateTo: { label: t('Date To'), type: 'date' },
  }
  return <Filters filters={filterSpecs} applied={applied} onApply={onApply} />
}

const Nothing = () => {
  const t = useText()
  return (
    <EmptyState icon={IconHistory} title={t('Nothing was done')} text={t('See what people create, change, delete and export.')} />
  )
}

interface AuditRowsProps {
  rows: readonly AuditEntry[]
  stale: boolean
  sort: string
  onSort: (sort: string) => void
}

const AuditRows = (props: AuditRowsProps) => {
  const t = useText()
  return <Rows {...props} label={t('Audit trail')} columns={useColumns()} keyOf={({ uniqueId }) => uniqueId} card={card} />
}

const card = { title: (entry: AuditEntry) => <Record entry={entry} />, titleFields: ['title'] }

const useColumns = (): Column<AuditEntry>[] => {
  const t = useText()
  const kinds = useKinds()
  return [
    {
      field: 'dateCreated',
      head: t('When'),
      show: ({ dateCreated }) => <Day at={dateCreated} precise />,
      sorts: true,
      width: '17%',
    },
    { field: 'byName', head: t('Who'), show: (entry) => <Clip>{actorName(entry, t)}</Clip>, width: '14%' },
    { field: 'action', head: t('Action'), show: ({ action }) => t(actionNames[action]), width: '10%' },
    { field: 'kind', head: t('Kind'), show: ({ kind }) => <Clip>{kinds.get(kind)?.name ?? kind}</Clip>, width: '13%' },
    { field: 'title', head: t('Record'), show: (entry) => <Record entry={entry} />, width: '20%' },
    { field: 'changes', head: t('Changes'), show: ({ changes }) => <Changes changes={changes} /> },
  ]
}

/** The record of an entry, as a link if it has a page. */
const Record = ({ entry }: { entry: AuditEntry }) => {
  const { kind, action, recordId } = entry
  const title = titleIn(useText(), entry)
  const at = useArea()
  const actor = useActor()
  const show = useKinds().get(kind)?.show
  const mayOpen = kind !== 'user' || can(actor, userPolicy.see, { uniqueId: recordId })
  if (!title || !show || !recordId || action === 'DELETED' || !mayOpen) return <Clip>{title || '–'}</Clip>
  return (
    <Anchor component={Link} to={at(show(recordId))} prefetch="intent" inherit data-row-focus>
      <Clip>{title}</Clip>
    </Anchor>
  )
}

/** The values before and after the change, field by field, in one line that shows all of them on hover and focus. */
const Changes = ({ changes }: Pick<HistoryEntry, 'changes'>) => {
  const t = useText()
  const show = showIn(t)
  const changeRows = shownChanges(changes)
  if (changeRows.length === 0) return '–'
  return (
    <Clip>
      {changeRows.map(({ field, change, isReadable }, at) => (
        <Fragment key={field}>
          {at > 0 && ' · '}
          {change.label ?? t(fieldName(field))}:{' '}
          {isReadable ? (
            <>
              <Text span inherit c="dimmed" component="del">
                {show(field, change.before)}
              </Text>{' '}
              → {show(field, change.after)}
            </>
          ) : (
            t('another one')
          )}
        </Fragment>
      ))}
    </Clip>
  )
}

interface KnownKind {
  name: string
  /** The path of the page that shows such a record, for `useArea`. */
  show?: (uniqueId: string) => string
}

/** Every kind of record that the audit trail may contain. */
const useKinds = (): ReadonlyMap<string, KnownKind> => {
  const t = useText()
  const kindEntries = useEntries().kinds.map(({ kind, singular, show }): [string, KnownKind] => [
    kind,
    { name: t(singular), show },
  ])
  const others = Object.entries(otherKinds).map(([kind, name]): [string, KnownKind] => [kind, { name: t(name) }])
  const user: KnownKind = { name: t(otherKinds['user']!), show: (uniqueId) => pathOf('admin', `show/${uniqueId}`) }
  return new Map([...others, ['user', user], ...kindEntries])
}
