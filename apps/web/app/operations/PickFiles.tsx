import { Button, Checkbox, Group, NavLink, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronRight, IconFolder, IconSearch, IconUpload } from '@tabler/icons-react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import type { AttachableKind } from '@tradewind/contract/operations/attachment.contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DriveDialog, FolderBreadcrumbs } from '#drive/browse/DriveDialog'
import { collectFiles } from '#drive/upload/collectFiles'
import { NameConflicts } from '#drive/upload/NameConflicts'
import { clearWhenComplete } from '#drive/upload/uploads'
import { useUpload } from '#drive/upload/useUpload'
import { FileIcon } from '#drive/view/FileIcon'
import type { Answer } from '#kit/api/calls'
import { useCall, useList, useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { Clip } from '#ui/values/Clip'
import { formatBytes } from '#ui/values/figures'
import styles from './attachment.module.css'

interface PickFilesProps {
  kind: AttachableKind
  uniqueId: string
  onClose: () => void
}

/** The ids and names of the selected files. */
type Picked = ReadonlyMap<string, string>

/** Selects files from the actor's own drive, in any of its folders, and attaches them to a record. */
export const PickFiles = ({ kind, uniqueId, onClose }: PickFilesProps) => {
  const t = useText()
  const toast = useToast()
  const [folder, setFolder] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<Picked>(new Map())
  const attach = useSend('POST /api/attachment/')
  const attached = useAttached(kind, uniqueId)
  const submit = async () => toast.reply(await attach.mutateAsync({ kind, record: uniqueId, files: [...picked.keys()] }))
  const count = picked.size
  const action = count > 0 ? t('Attach {count} file|Attach {count} files', { count }) : t('Attach')
  return (
    <DriveDialog
      title={t('Attach files from your drive')}
      action={action}
      onSubmit={submit}
      onClose={onClose}
      disabled={count === 0}
    >
      {() => (
        <>
          <Text size="sm" c="dimmed">
            {t('Anyone who can see this record can read what you attach. The files stay yours, in your drive.')}
          </Text>
          <Group gap="sm" align="end" wrap="nowrap">
            <Search searchText={search} onSearch={setSearch} />
            <UploadNew onUploaded={(files) => setPicked((before) => new Map([...before, ...files]))} />
          </Group>
          {!search && <FolderBreadcrumbs target={folder} onTarget={setFolder} />}
          <Choices
            key={search || folder}
            searchText={search}
            folder={folder}
            attached={attached}
            picked={picked}
            onPick={setPicked}
            onFolder={(id) => {
              setSearch('')
              setFolder(id)
            }}
          />
          <PickedNames picked={picked} />
        </>
      )}
    </DriveDialog>
  )
}

/** The actor's own files that are already attached. */
const useAttached = (kind: AttachableKind, record: string) => {
  const { data } = useList('GET /api/attachment/', { kind, record, page: 0, size: 500 })
  return new Set(data?.rows.flatMap(({ fileId }) => fileId ?? []))
}

/** Milliseconds after the last key. */
const TYPING_DELAY = 250

const Search = ({ searchText, onSearch }: { searchText: string; onSearch: (text: string) => void }) => {
  const t = useText()
  const [typed, type] = useState(searchText)
  const [before, setBefore] = useState(searchText)
  if (before !== searchText) {
    setBefore(searchText)
    if (!searchText) type('') // a folder was opened
  }
  useEffect(() => {
    if (typed.trim() === searchText) return undefined
    const timer = setTimeout(() => onSearch(typed.trim()), TYPING_DELAY)
    return () => clearTimeout(timer)
  }, [typed, searchText, onSearch])
  return (
    <TextInput
      flex={1}
      miw={0}
      type="search"
      aria-label={t('Search your drive')}
      placeholder={t('Search your drive')}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault() // must not submit the outer form
        onSearch(typed.trim())
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      data-autofocus
    />
  )
}

interface ChoicesProps {
  searchText: string
  folder: string | null
  attached: ReadonlySet<string>
  picked: Picked
  onPick: (picked: Picked) => void
  onFolder: (uniqueId: string) => void
}

const step = 50

/** The contents of a folder of the own drive, or the search results in all of it. What others share cannot be attached. */
const useChoices = (search: string, folder: string | null, pages: number) => {
  const me = useActor().uniqueId
  const paging = { page: 0, size: step * pages }
  const folderList = useList(
    'GET /api/files/',
    { ...paging, sort: 'name', ...(folder && { parentId: folder }) },
    { enabled: !search },
  )
  const found = useList('GET /api/files/find', { ...paging, q: search }, { enabled: search !== '' })
  const { data, error } = search ? found : folderList
  return { data, error, own: data?.rows.filter(({ ownerId }) => ownerId === me) }
}

const hasMore = (data: Answer<'GET /api/files/'> | undefined) =>
  data !== undefined && data.rows.length < data.total && data.rows.length < 500

const Choices = ({ searchText, folder, attached, picked, onPick, onFolder }: ChoicesProps) => {
  const t = useText()
  const [pages, setPages] = useState(1)
  const { data, error, own } = useChoices(searchText, folder, pages)
  const toggle = ({ uniqueId, name }: DriveItem) => {
    const next = new Map(picked)
    if (!next.delete(uniqueId)) next.set(uniqueId, name)
    onPick(next)
  }
  return (
    <ScrollArea.Autosize mah={300} type="auto" className={styles.choices}>
      <Stack gap={2} role="group" aria-label={t('Files')}>
        {own?.map((item) =>
          item.folder ? (
            <NavLink
              key={item.uniqueId}
              component="button"
              type="button"
              label={item.name}
              leftSection={<IconFolder size={16} aria-hidden />}
              rightSection={<IconChevronRight size={14} aria-hidden />}
              onClick={() => onFolder(item.uniqueId)}
            />
          ) : (
            <Choice
              key={item.uniqueId}
              item={item}
              isAttached={attached.has(item.uniqueId)}
              isPicked={picked.has(item.uniqueId)}
              onToggle={() => toggle(item)}
            />
          ),
        )}
        {own?.length === 0 && (
          <Text size="sm" c="dimmed">
            {searchText ? t('Nothing in your drive has this name.') : t('This folder is empty. Upload a file to attach it.')}
          </Text>
        )}
        {error && <Text size="sm">{t(error.message)}</Text>}
        {hasMore(data) && (
          <Button variant="subtle" onClick={() => setPages(pages + 1)}>
            {t('More')}
          </Button>
        )}
      </Stack>
    </ScrollArea.Autosize>
  )
}

interface ChoiceProps {
  item: DriveItem
  isAttached: boolean
  isPicked: boolean
  onToggle: () => void
}

const Choice = ({ item, isAttached, isPicked, onToggle }: ChoiceProps) => {
  const t = useText()
  const language = useLanguage()
  return (
    <label className={styles.choice}>
      <Checkbox
        checked={isPicked || isAttached}
        disabled={isAttached}
        onChange={onToggle}
        aria-label={isAttached ? t('{name}, already attached', { name: item.name }) : item.name}
      />
      <FileIcon name={item.name} />
      <Text span size="sm" flex={1} miw={0}>
        <Clip>{item.name}</Clip>
      </Text>
      <Text span size="sm" c="dimmed" flex="none">
        {isAttached ? t('attached') : formatBytes(item.size ?? 0, language)}
      </Text>
    </label>
  )
}

/** The names of the selected files, which may be in several folders. */
const PickedNames = ({ picked }: { picked: Picked }) => {
  const t = useText()
  const names = [...picked.values()]
  const shownNames = names.slice(0, 3).join(', ')
  const hiddenCount = names.length - 3
  return (
    <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
      {names.length > 0 &&
        t('Selected: {names}', {
          names: hiddenCount > 0 ? t('{names} and {count} more', { names: shownNames, count: hiddenCount }) : shownNames,
        })}
    </Text>
  )
}

/** Uploads files into the folder for attachments in the own drive, which is created if missing, and passes them on when the upload is done. */
const UploadNew = ({ onUploaded }: { onUploaded: (files: Picked) => void }) => {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const { upload, nameQuestion } = useUpload(null)
  const [batchId, setBatchId] = useState<string>()
  const folderName = t('Attachments')
  const uploadFiles = async (files: readonly File[]) => {
    const collected = collectFiles(files)
    const filesInFolder = collected.files.map(({ path, file }) => ({ path: `${folderName}/${path}`, file }))
    const startedBatch = await upload({ ...collected, files: filesInFolder })
    if (startedBatch) setBatchId(startedBatch)
  }
  return (
    <>
      <Button
        variant="default"
        flex="none"
        loading={batchId !== undefined}
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('Upload new')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('Choose files')}
        onChange={(event) => {
          void uploadFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
      {batchId && (
        <UploadWatcher
          batchId={batchId}
          onComplete={(files) => {
            setBatchId(undefined)
            onUploaded(files)
            void clearWhenComplete(batchId)
          }}
        />
      )}
      {nameQuestion && <NameConflicts question={nameQuestion} />}
    </>
  )
}

/** Polls an upload until it has finished. */
const UploadWatcher = ({ batchId, onComplete }: { batchId: string; onComplete: (files: Picked) => void }) => {
  const { data } = useCall(
    'GET /api/files/batch/:uniqueId',
    { uniqueId: batchId, page: 0, size: 500 },
    { refetchOnMount: true, refetchInterval: 500, isFinal: ({ rows }) => rows.every(({ state }) => state !== 'WAITING') },
  )
  const rows = data?.rows.every(({ state }) => state !== 'WAITING') ? data.rows : undefined
  const finish = useEffectEvent(() => {
    if (rows) onComplete(new Map(rows.flatMap(({ itemId, name }) => (itemId ? [[itemId, name] as const] : []))))
  })
  const isOver = rows !== undefined
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])
  return null
}
