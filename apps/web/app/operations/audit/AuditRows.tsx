import { Anchor } from '@mantine/core'
import type { AuditEntry } from '@tradewind/contract/platform/audit.contract'
import { can } from '@tradewind/contract/kit/policy'
import { userPolicy } from '@tradewind/contract/platform/user.policy'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { actionNames, titleIn } from './audit.words.ts'
import { Changes } from './Changes.tsx'
import { useKinds } from './useKinds.ts'

interface AuditRowsProps {
  rows: readonly AuditEntry[]
  stale: boolean
  sort: string
  onSort: (sort: string) => void
}

export const AuditRows = (listed: AuditRowsProps) => {
  const t = useText()
  return <Rows {...listed} label={t('Audit trail')} columns={useColumns()} keyOf={({ uniqueId }) => uniqueId} card={card} />
}

const card = { title: (entry: AuditEntry) => <Record entry={entry} />, instead: ['title'] }

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
    { field: 'byName', head: t('Who'), show: ({ byName }) => <Clip>{byName}</Clip>, width: '14%' },
    { field: 'action', head: t('Action'), show: ({ action }) => t(actionNames[action]), width: '10%' },
    { field: 'kind', head: t('Kind'), show: ({ kind }) => <Clip>{kinds.get(kind)?.name ?? kind}</Clip>, width: '11%' },
    { field: 'title', head: t('Record'), show: (entry) => <Record entry={entry} />, width: '20%' },
    { field: 'changes', head: t('Changes'), show: ({ changes }) => <Changes changes={changes} /> },
  ]
}

/** What it was done to, and the way there, where there is one. */
const Record = ({ entry }: { entry: AuditEntry }) => {
  const { kind, action, recordId } = entry
  const title = titleIn(useText(), entry)
  const at = useArea()
  const actor = useActor()
  const show = useKinds().get(kind)?.show
  const mayOpen = kind !== 'user' || can(actor, userPolicy.see, { uniqueId: recordId })
  if (!show || !recordId || action === 'DELETED' || !mayOpen) return <Clip>{title || '–'}</Clip>
  return (
    <Anchor component={Link} to={at(show(recordId))} prefetch="intent" inherit data-row-focus>
      <Clip>{title}</Clip>
    </Anchor>
  )
}
