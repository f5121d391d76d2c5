import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { DRIVE_ITEM } from '@tradewind/contract/drive/item.constants'
import { phrase } from '@tradewind/contract/kit/phrase'
import { trashPolicy } from '@tradewind/contract/operations/policies'
import type { TrashItem } from '@tradewind/contract/operations/trash.contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { driveItems } from '#drive/driveItems'
import { Usage } from '#drive/Usage'
import { usePreventStrayDrops } from '#drive/usePreventStrayDrops'
import { explain, type Failure, failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useEntries } from '#kit/feature'
import { guard } from '#kit/guard'
import { type Translate, useLanguage, useText } from '#kit/text'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { confirm } from '#ui/dialog/confirm'
import { useBelongingFormatter } from '#ui/dialog/deletion'
import { Dialog } from '#ui/dialog/Dialog'
import { NativeSelect } from '#ui/form/NativeSelect'
import type { Column } from '#ui/list/columns'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { useSelection } from '#ui/list/SelectionBar'
import { Tooltip } from '#ui/page/floating'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { formatBytes } from '#ui/values/figures'

/** A file or folder of the drive, which is restored and purged by the calls of the drive. */
const isFile = ({ file }: TrashItem) => file !== null

/** The name is taken: the record can be restored with another one. */
const isNameTaken = ({ status, data }: Failure) => status === 409 && typeof data === 'object' && data !== null && 'title' in data

const idsOf = (rows: readonly TrashItem[]) => rows.map(({ uniqueId }) => uniqueId)

/** The rows by kind, in the order of the kinds. */
const groupsOf = (rows: readonly TrashItem[], kinds: readonly string[]) =>
  [...Map.groupBy(rows, ({ kind }) => kind)].toSorted(([one], [other]) => kinds.indexOf(one) - kinds.indexOf(other))

/**
 * Restores records, one call for each kind, and reports how many were restored and what came with them; also for the calls before one that failed.
 * `kinds`: in the order in which they are restored, since records come back with those that they belong to, and not before.
 */
const useRecordRestore = (kinds: readonly string[]) => {
  const { mutateAsync, isPending } = useSend('POST /api/trash/restore')
  const { back } = useBelongingFormatter()
  const restore = async (rows: readonly TrashItem[], title: string | undefined, onBack: (message: string) => void) => {
    const replies = []
    const groups = groupsOf(rows, kinds)
    const options = { ...(title && { title }), ...(groups.length > 1 && { skipRestored: true }) }
    try {
      for (const [kind, group] of groups) replies.push((await mutateAsync({ kind, uniqueIds: idsOf(group), ...options })).data)
    } finally {
      const count = replies.reduce((sum, { uniqueIds }) => sum + uniqueIds.length, 0)
      if (count > 0)
        onBack(
          back(
            count,
            replies.flatMap(({ belonging }) => belonging),
          ),
        )
    }
  }
  return { restore, isPending }
}

/** Restores files, and reports which of them are not in their former folder. */
const useFileRestore = () => {
  const t = useText()
  const { mutateAsync, isPending } = useSend('POST /api/files/restore')
  const restore = async (rows: readonly TrashItem[]) => {
    const { data } = await mutateAsync({ uniqueIds: idsOf(rows) })
    const back = t('{count} item is back.|{count} items are back.', { count: data.length })
    const movedToRoot = data.filter(({ toRoot }) => toRoot).map(({ name }) => name)
    if (movedToRoot.length === 0) return back
    return `${back} ${t('In My Drive, since its folder is gone: {names}.', { names: movedToRoot.join(', ') })}`
  }
  return { restore, isPending }
}

/** Reports why something was not restored. For a record that was merged, offers the one into which it was: its own old address leads there. */
const useReport = () => {
  const t = useText()
  const at = useArea()
  const navigate = useNavigate()
  const toast = useToast()
  const { kinds } = useEntries()
  return (failure: Failure, rows: readonly TrashItem[]) => {
    const { merged } = (failure.data ?? {}) as { merged?: string }
    const entry = kinds.find(({ kind }) => rows.some((row) => row.uniqueId === merged && row.kind === kind))
    const action = entry && { label: t('Show'), run: () => void navigate(at(entry.show(merged!))), duration: 8000 }
    toast.show({ title: t('ERROR'), text: explain(failure, t), failed: true, ...(action && { action }) })
  }
}

/** Restores records and files. `taken` is the record whose name is in use meanwhile. */
const useRestore = (kinds: readonly string[] | undefined, onDone: () => void) => {
  const t = useText()
  const toast = useToast()
  const report = useReport()
  const [records, files] = [useRecordRestore(kinds ?? []), useFileRestore()]
  const [conflict, setConflict] = useState<TrashItem | null>(null)
  const restore = async (rows: readonly TrashItem[], title?: string): Promise<Failure | null> => {
    const [first] = rows
    const [ofRecords, ofFiles] = [rows.filter((row) => !isFile(row)), rows.filter(isFile)]
    const back: string[] = []
    const showRestored = () => back.length > 0 && toast.show({ title: t('SUCCESS'), text: back.join(' ') })
    try {
      if (ofRecords.length > 0) await records.restore(ofRecords, title, (message) => back.push(message))
      if (ofFiles.length > 0) back.push(await files.restore(ofFiles))
      setConflict(null)
      showRestored()
      onDone()
      return null
    } catch (error) {
      const failure = failureOf(error)
      showRestored()
      if (isNameTaken(failure) && rows.length === 1 && first) setConflict(first)
      else if (isNameTaken(failure))
        toast.show({
          title: t('ERROR'),
          text: t('One of these names is in use now. Restore the records one by one.'),
          failed: true,
        })
      else if (!title) report(failure, rows)
      return failure
    }
  }
  return { restore, isPending: records.isPending || files.isPending, taken: conflict, giveUp: () => setConflict(null) }
}

export const handle = { name: phrase('Trash') }
export const clientLoader = guard({ rules: trashPolicy.see })

/** What was deleted in the last 30 days, records and files: restores them, and purges files. */
export default function Trash() {
  const t = useText()
  usePreventStrayDrops()
  const { listing, kinds, selection, chosen, restoring, purging } = useTrash()
  const { list, address, table } = listing
  const { restore, taken, giveUp } = restoring
  const { kind } = address.filters
  const files = (kind || onlyOf(kinds)) === DRIVE_ITEM
  return (
    <Stack>
      <PageHeader title={t('Trash')} count={list.data?.total}>
        {list.data && list.data.total > 0 && <TrashActions {...{ chosen, files, restoring, purging }} />}
      </PageHeader>
      <KindFilter kinds={kinds} kind={kind} onKind={(chosenKind) => address.change({ filters: { kind: chosenKind } })} />
      <Paged of={listing} empty={<EmptyTrash onClear={kind && kinds?.length !== 0 ? address.clear : undefined} />}>
        {(rows) => (
          <TrashRows rows={rows} files={files} {...table} selection={selection} onRestore={(row) => void restore([row])} />
        )}
      </Paged>
      {files && <Usage />}
      {taken && <RestoreAs row={taken} onRestore={(title) => restore([taken], title)} onClose={giveUp} />}
    </Stack>
  )
}

/** The kind of everything in the trash, if there is only one. */
const onlyOf = (kinds: readonly string[] = []) => (kinds.length === 1 ? kinds[0] : undefined)

const titleOf = ({ title }: TrashItem) => title

const useTrash = () => {
  const listing = useListing('GET /api/trash/', { filters: ['kind'], sort: '-dateDeleted' })
  const kinds = useCall('GET /api/trash/kinds', {}).data?.rows
  const { selection, selectedRows, clear } = useSelection(listing.list.data?.rows ?? [], titleOf)
  return { listing, kinds, selection, chosen: selectedRows, restoring: useRestore(kinds, clear), purging: usePurge(clear) }
}

/** The empty state of the trash, or of the chosen kind: explains what the trash is for. */
const EmptyTrash = ({ onClear }: { onClear: (() => void) | undefined }) => {
  const t = useText()
  return (
    <EmptyState
      icon={IconTrash}
      title={onClear ? t('Nothing of this kind is in the trash') : t('The trash is empty')}
      text={t('Deleted records stay here for 30 days and can be restored. After that they are gone for good.')}
    >
      {onClear && (
        <Button variant="default" onClick={onClear}>
          {t('Clear Filter')}
        </Button>
      )}
    </EmptyState>
  )
}

interface KindFilterProps {
  /** The kinds that the trash contains; undefined while they are loading. */
  kinds: readonly string[] | undefined
  kind: string
  onKind: (kind: string) => void
}

/** Filters by kind, if the trash contains more than one or a filter is set. */
const KindFilter = ({ kinds = [], kind, onKind }: KindFilterProps) => {
  const t = useText()
  const kindOptions = [...useEntries().kinds, driveItems].filter((one) => one.kind === kind || kinds.includes(one.kind))
  if (kinds.length < 2 && !kind) return null
  const data = [
    { value: '', label: t('All kinds') },
    ...kindOptions.map(({ kind: value, plural }) => ({ value, label: t(plural) })),
  ]
  return (
    <NativeSelect label={t('Kind')} data={data} value={kind} onChange={(event) => onKind(event.currentTarget.value)} maw={240} />
  )
}

interface TrashActionsProps {
  chosen: readonly TrashItem[]
  /** Only files are listed. */
  files: boolean
  restoring: ReturnType<typeof useRestore>
  purging: ReturnType<typeof usePurge>
}

/** Restores all that is selected; purges files, the only things that can be purged before their 30 days are over. */
const TrashActions = ({ chosen, files, restoring, purging }: TrashActionsProps) => {
  const t = useText()
  const count = chosen.length
  return (
    <Group gap="xs">
      {(count === 0 ? files : chosen.every(isFile)) && (
        <Button variant="default" color="red" loading={purging.isPending} onClick={() => void purging.purge(chosen)}>
          {count === 0 ? t('Delete all files permanently') : t('Delete {count} permanently', { count })}
        </Button>
      )}
      <Button disabled={count === 0} loading={restoring.isPending} onClick={() => void restoring.restore(chosen)}>
        {restoreIn(t, chosen)}
      </Button>
    </Group>
  )
}

const restoreIn = (t: Translate, chosen: readonly TrashItem[]) => {
  const count = chosen.length
  if (count === 0) return t('Restore')
  if (chosen.every(isFile)) return t('Restore {count} item|Restore {count} items', { count })
  return chosen.some(isFile) ? t('Restore {count}', { count }) : t('Restore {count} record|Restore {count} records', { count })
}

/** Purges files after a confirmation: the given ones, or all in the trash. */
const usePurge = (onDone: () => void) => {
  const t = useText()
  const toast = useToast()
  const send = useSend('POST /api/files/purge')
  const purge = async (files: readonly TrashItem[]) => {
    const text =
      files.length > 0
        ? t('It will be deleted permanently, with everything in it.')
        : t('All files and folders in the trash will be deleted permanently.')
    const recordName = files.length === 1 ? { recordName: files[0]!.title } : {}
    const question = { title: t('Are you sure?'), text, ...recordName, confirmLabel: t('Yes, delete it!') }
    if (!(await confirm(question))) return
    const input = files.length > 0 ? { uniqueIds: files.map(({ uniqueId }) => uniqueId) } : {}
    try {
      const { count } = (await send.mutateAsync(input)).data
      toast.show({
        title: t('SUCCESS'),
        text: t('{count} item was deleted permanently.|{count} items were deleted permanently.', { count }),
      })
      onDone()
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return { purge, isPending: send.isPending }
}

interface RestoreAsProps {
  row: TrashItem
  onRestore: (title: string) => Promise<Failure | null>
  onClose: () => void
}

/** Asks for another name if the record's own has been taken while it was in the trash. */
const RestoreAs = ({ row, onRestore, onClose }: RestoreAsProps) => {
  const t = useText()
  const [title, setTitle] = useState(row.title)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    const failure = await onRestore(title)
    setBusy(false)
    if (failure) setProblem(failure.fields['title'] ?? failure.message)
  }
  return (
    <Dialog opened onClose={onClose} title={t('This name is taken')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <Text size="sm">{t('Another record has this name now. Choose a different name to restore this one.')}</Text>
          <TextInput
            label={t('Name')}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={problem && t(problem)}
            required
            data-autofocus
          />
          <FormButtons onCancel={onClose} loading={busy}>
            {t('Restore')}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

interface TrashRowsProps {
  rows: readonly TrashItem[]
  /** Only files are listed. */
  files: boolean
  stale: boolean
  sort: string
  onSort: (sort: string) => void
  selection: ReturnType<typeof useSelection>['selection']
  onRestore: (row: TrashItem) => void
}

const TrashRows = ({ rows, files, onRestore, ...table }: TrashRowsProps) => {
  const t = useText()
  const language = useLanguage()
  const { kinds } = useEntries()
  return (
    <Rows
      label={t('Trash')}
      rows={rows}
      columns={files ? fileColumnsIn(t, language) : columnsIn(t, kinds)}
      menuOf={restoring(onRestore)}
      {...table}
    />
  )
}

const nameColumn = (t: Translate, width: string): Column<TrashItem> => ({
  field: 'title',
  head: t('Name'),
  show: ({ title }) => title,
  width,
})
const deletedColumn = (t: Translate): Column<TrashItem> => ({
  field: 'dateDeleted',
  head: t('Deleted'),
  show: ({ dateDeleted }) => <Day at={dateDeleted} precise />,
  sorts: true,
})

type Kinds = ReturnType<typeof useEntries>['kinds']

const kindIn = (t: Translate, { kind, file }: TrashItem, kinds: Kinds) =>
  file ? t(file.folder ? 'Folder' : 'File') : t(kinds.find((one) => one.kind === kind)?.singular ?? kind)

const columnsIn = (t: Translate, kinds: Kinds): Column<TrashItem>[] => [
  nameColumn(t, '40%'),
  { field: 'kind', head: t('Kind'), show: (row) => kindIn(t, row, kinds), width: '16%' },
  { ...deletedColumn(t), width: '20%' },
  { field: 'deletedByName', head: t('By'), show: ({ deletedByName }) => <Clip>{deletedByName ?? t('N/A')}</Clip>, width: '24%' },
]

/** For files the size is shown; who deleted them is left out, since only their owner can. */
const fileColumnsIn = (t: Translate, language: string): Column<TrashItem>[] => [
  nameColumn(t, '50%'),
  {
    field: 'size',
    head: t('Size'),
    show: ({ file }) => (file?.folder ? t('Folder') : formatBytes(file?.size ?? 0, language)),
    figures: true,
    width: '16%',
  },
  deletedColumn(t),
]

const restoring = (onRestore: (row: TrashItem) => void) =>
  function menuOf(row: TrashItem) {
    return <Restore name={row.title} onRestore={() => onRestore(row)} />
  }

/** Restores one item from the trash. */
const Restore = ({ name, onRestore }: { name: string; onRestore: () => void }) => {
  const t = useText()
  return (
    <Tooltip label={t('Restore')}>
      <ActionIcon variant="subtle" aria-label={t('Restore {name}', { name })} onClick={onRestore}>
        <IconArrowBackUp size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
