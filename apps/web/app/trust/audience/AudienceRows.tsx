import { ActionIcon, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { AudienceContact } from '@tradewind/contract/trust/review.schemas'
import { useState } from 'react'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { languageNames, type Translate, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { Tooltip } from '#ui/page/floating'
import { useToast } from '#ui/page/toast'
import { Clip } from '#ui/values/Clip'
import { addDays, today } from '#ui/values/dates'
import { Day } from '#ui/values/Day'
import { type ContactListing, refusalNames } from './audience.filters.ts'

interface Filters {
  firstName?: string
  lastName?: string
  company?: string
}
type Ids = readonly string[]
const none: ReadonlySet<string> = new Set()

const withoutIds = (selectedKeys: ReadonlySet<string>, ids: Ids) => {
  const remaining = new Set(selectedKeys)
  for (const id of ids) remaining.delete(id)
  return remaining
}

/** The contacts that are selected, on all pages and under all filters, and the box that selects all that can be asked under the current filters. */
export const useAudienceSelection = (filters: Filters) => {
  const t = useText()
  const toast = useToast()
  const [selectedKeys, setSelectedKeys] = useState(none)
  /** The ids that the box selected last, and the filters at that time. */
  const [lastSelectAll, setLastSelectAll] = useState<{ filterKey: string; ids: Ids }>({ filterKey: '', ids: [] })
  const [isPending, setPending] = useState(false)
  const filterKey = JSON.stringify(filters)
  const isAll =
    lastSelectAll.filterKey === filterKey && lastSelectAll.ids.length > 0 && lastSelectAll.ids.every((id) => selectedKeys.has(id))

  const selectAll = async () => {
    if (isPending) return
    setPending(true)
    try {
      const { uniqueIds: ids } = await call('GET /api/review/audience/selectable', filters)
      setLastSelectAll({ filterKey, ids })
      setSelectedKeys((before) => new Set([...before, ...ids]))
      if (ids.length === 0)
        toast.show({ title: t('Audience List'), text: t('None of these contacts can be asked right now.'), isNeutral: true })
    } catch (error) {
      toast.failure(failureOf(error))
    }
    setPending(false)
  }
  const some = selectedKeys.size > 0 ? 'some' : 'none'
  const selectAllBox = {
    label: t('Select all on all pages'),
    state: isAll || isPending ? 'all' : some,
    onSelect: (isSelected: boolean) =>
      isSelected ? void selectAll() : setSelectedKeys(withoutIds(selectedKeys, lastSelectAll.ids)),
  } as const
  return { selectedKeys, setSelectedKeys, allMatching: selectAllBox, clear: () => setSelectedKeys(none) }
}

interface AudienceRowsProps {
  rows: readonly AudienceContact[]
  listing: ContactListing<AudienceContact>
  selection: ReturnType<typeof useAudienceSelection>
}

const nameOf = ({ firstName, lastName }: AudienceContact) => `${firstName} ${lastName}`

const card = { title: nameOf, titleFields: ['firstName', 'lastName'] }

/** A page of the audience. A contact that cannot be asked now has a reason, and cannot be selected. */
export const AudienceRows = ({ rows, listing, selection: { selectedKeys, setSelectedKeys, allMatching } }: AudienceRowsProps) => {
  const t = useText()
  const at = useArea()
  const byId = new Map(rows.map((row) => [row.uniqueId, row]))
  const disabledReasonOf = (id: string) => {
    const because = byId.get(id)?.hotlistedBecause
    return because ? t(refusalNames[because]) : undefined
  }
  const deselect = (removedId: string) => setSelectedKeys((before) => new Set([...before].filter((id) => id !== removedId)))
  return (
    <Rows
      label={t('Audience List')}
      rows={rows}
      columns={columnsIn(t)}
      card={card}
      linkOf={({ uniqueId }) => at(`contact/show/${uniqueId}`)}
      menuOf={rowMenuOf(deselect)}
      {...listing.table}
      first={(listing.address.page - 1) * listing.size + 1}
      selection={{
        selectedKeys,
        onSelect: setSelectedKeys,
        nameOf: (id) => nameOf(byId.get(id)!),
        disabledReasonOf,
        allMatching,
      }}
    />
  )
}

const columnsIn = (t: Translate): Column<AudienceContact>[] => [
  { field: 'firstName', head: t('First Name'), show: ({ firstName }) => firstName, sorts: true, width: '10%' },
  { field: 'lastName', head: t('Last Name'), show: ({ lastName }) => <Clip>{lastName}</Clip>, sorts: true, width: '11%' },
  { field: 'title', head: t('Title'), show: ({ title }) => <Clip>{title}</Clip>, width: '12%' },
  {
    field: 'company',
    head: t('Company Name'),
    show: ({ companyName }) => <Clip>{companyName}</Clip>,
    sorts: true,
    width: '16%',
  },
  { field: 'email', head: t('Email'), show: (row) => <Address row={row} />, width: '18%' },
  { field: 'lastContacted', head: t('Last Contacted'), show: (row) => <LastContacted row={row} />, width: '33%' },
]

/** The mail address, and the language of the letter. */
const Address = ({ row: { email, language } }: { row: AudienceContact }) => {
  const t = useText()
  return (
    <Clip>
      {email ?? t('N/A')}
      {language && <SecondaryText>{languageNames[language]}</SecondaryText>}
    </Clip>
  )
}

/** While the letter of somebody who was just asked is on its way, there is no day yet, or that of an earlier one. */
const isOnItsWay = ({ lastContacted, hotlistedBecause }: AudienceContact) =>
  hotlistedBecause === 'ASKED' && (lastContacted ?? '') < addDays(today(), -30)

const LastContacted = ({ row }: { row: AudienceContact }) => {
  const t = useText()
  const { lastContacted, hotlistedBecause } = row
  if (isOnItsWay(row)) return <Clip>{t(refusalNames.ASKED)}</Clip>
  return (
    <Clip>
      {lastContacted ? <Day at={lastContacted} /> : t('No Data Present')}
      {hotlistedBecause && <SecondaryText>{t(refusalNames[hotlistedBecause])}</SecondaryText>}
    </Clip>
  )
}

/** A secondary text in the same line. */
const SecondaryText = ({ children }: { children: string }) => (
  <Text span size="xs" c="dimmed">
    {' · '}
    {children}
  </Text>
)

const rowMenuOf = (onGone: (uniqueId: string) => void) =>
  function menuOf(row: AudienceContact) {
    return <LeaveAudience row={row} onRemoved={onGone} />
  }

/** The second click of a double click does nothing: it hits the next row, which has moved up. */
const LeaveAudience = ({ row, onRemoved }: { row: AudienceContact; onRemoved: (uniqueId: string) => void }) => {
  const t = useText()
  const { leave, isPending } = useLeaveAudience(onRemoved)
  return (
    <Tooltip label={t('Remove {name} from the audience', { name: nameOf(row) })}>
      <ActionIcon
        variant="subtle"
        color="red"
        loading={isPending}
        aria-label={t('Remove {name} from the audience', { name: nameOf(row) })}
        onClick={({ detail }) => detail > 1 || void leave(row.uniqueId)}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Removes a contact from the audience, with Undo. The contact itself is kept. */
const useLeaveAudience = (onGone: (uniqueId: string) => void) => {
  const toast = useToast()
  const remove = useSend('DELETE /api/review/deleteAudience/:uniqueId')
  const add = useSend('POST /api/review/setting')
  const undo = (uniqueId: string) =>
    add.mutateAsync({ audiences: [uniqueId] }).then(
      (reply) => toast.reply(reply),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  const leave = async (uniqueId: string) => {
    try {
      const reply = await remove.mutateAsync({ uniqueId })
      onGone(uniqueId)
      toast.reply(reply, () => void undo(uniqueId))
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return { leave, isPending: remove.isPending }
}
