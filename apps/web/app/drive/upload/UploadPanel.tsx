import { ActionIcon, Button, Collapse, Group, Paper, Progress, ScrollArea, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useEffect, useRef, useState } from 'react'
import { useConnection } from '#kit/browser/connection'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useActor } from '#kit/session'
import { type Translate, useLanguage, useText } from '#kit/text'
import { Tooltip } from '#ui/page/floating'
import { useToast } from '#ui/page/toast'
import { formatBytes } from '#ui/values/figures'
import { collectFiles, replacementFor } from './collectFiles.ts'
import { NameConflicts } from './NameConflicts.tsx'
import { useAnnounceSuccess, useCloseWhenComplete, useFreshLists } from './panelEffects.ts'
import {
  type Batch,
  type FileState,
  isFileFinished,
  isFinished,
  percentOf,
  progressOf,
  type SendingFile,
  summarizeNames,
  wouldLoseFiles,
} from './state.ts'
import { assignLostFiles, cancel, clearFinished, dropFailedFiles, failedFilesOf, pause, resumeStoredUploads } from './uploads.ts'
import { useUploads } from './uploadStore.ts'
import { useUpload } from './useUpload.ts'
import styles from './upload.module.css'

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** While `active`, the browser asks for a confirmation before the page is closed or reloaded. */
const useAskBeforeLeaving = (active: boolean) =>
  useEffect(() => {
    if (!active) return
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [active])

/** The uploads of this page, shown over every screen: their progress, and at the end the result of each file. */
export const UploadPanel = () => {
  const t = useText()
  const { uniqueId } = useActor()
  const batches = useUploads().filter(({ ownerId }) => ownerId === uniqueId)
  const [open, setOpen] = useState(!useIsNarrow())
  useEffect(() => {
    if (uniqueId) void resumeStoredUploads().catch(() => undefined)
  }, [uniqueId])
  useAskBeforeLeaving(batches.some(wouldLoseFiles))
  useFreshLists(progressOf(batches))
  useAnnounceSuccess(batches)
  const panel = useCloseWhenComplete(batches)
  if (batches.length === 0) return null
  return (
    <Paper ref={panel} className={styles.panel} withBorder shadow="lg" p="md" role="region" aria-label={t('Uploads')}>
      <Stack gap="sm">
        <Group align="start" wrap="nowrap" gap="xs">
          <Summary batches={batches} />
          {batches.every(isFinished) && (
            <Tooltip label={t('Close')}>
              <ActionIcon variant="subtle" color="gray" aria-label={t('Close')} onClick={clearFinished}>
                <IconX size={18} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('Hide files') : t('Show files')}
          </Button>
          {batches.map((batch) => (
            <BatchActions key={batch.uniqueId} batch={batch} showsName={batches.length > 1} />
          ))}
        </Group>
        <Collapse expanded={open}>
          <FileList batches={batches} />
        </Collapse>
      </Stack>
    </Paper>
  )
}

/** Summarizes the result of finished uploads in numbers. */
const summarizeResults = ({ files, folders, done, skipped, failed }: ReturnType<typeof progressOf>, t: Translate) =>
  [
    ...(files || !folders ? [t('{count} file uploaded|{count} files uploaded', { count: done })] : []),
    ...(folders ? [t('{count} empty folder created|{count} empty folders created', { count: folders })] : []),
    ...(skipped ? [t('{count} left out', { count: skipped })] : []),
    ...(failed ? [t('{count} failed', { count: failed })] : []),
  ].join(', ')

const Summary = ({ batches }: { batches: readonly Batch[] }) => {
  const t = useText()
  const language = useLanguage()
  const progress = progressOf(batches)
  const { sent, size, files, done, failed, running } = progress
  const share = percentOf(sent, size)
  const figures = { done, files, sent: formatBytes(sent, language), size: formatBytes(size, language) }
  const resultText = summarizeResults(progress, t)
  const isPaused = batches.every((batch) => batch.paused || isFinished(batch))
  const { isOffline } = useConnection()
  const [stateText, progressText] = isPaused
    ? [t('Paused'), t('Paused: {done} of {files} files, {sent} of {size}', figures)]
    : isOffline
      ? [t('Offline, waiting'), t('Offline, waiting: {done} of {files} files, {sent} of {size}', figures)]
      : [t('Uploading'), t('Uploading: {done} of {files} files, {sent} of {size}', figures)]
  return (
    <Stack gap={6} flex={1}>
      <Text size="sm" fw={600}>
        {running > 0 ? progressText : resultText}
      </Text>
      <VisuallyHidden role="status">{running > 0 ? stateText : resultText}</VisuallyHidden>
      <Progress value={share} {...(failed > 0 && { color: 'red' })} aria-label={t('Progress of all files')} />
    </Stack>
  )
}

interface BatchActionsProps {
  batch: Batch
  /** The upload is one of several: its name is part of the labels of its actions. */
  showsName: boolean
}

/** The actions of an upload: pause, cancel, select lost files again, resend failed ones. Nothing if all of it has arrived. */
const BatchActions = ({ batch, showsName }: BatchActionsProps) => {
  const t = useText()
  const { upload, nameQuestion } = useUpload(batch.parentId)
  const failed = failedFilesOf(batch)
  const lostFiles = batch.files.filter(({ state }) => state === 'LOST')
  const name = useBatchName(batch)
  const retry = async () => {
    const isStarted = await upload({ files: failed, folders: [], unread: [] })
    if (isStarted)
      dropFailedFiles(
        batch.uniqueId,
        failed.map(({ uniqueId }) => uniqueId),
      )
  }
  if (isFinished(batch) && failed.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label={name} {...(showsName && { w: '100%' })}>
      {showsName && (
        <Text size="sm" c="dimmed" truncate maw="100%">
          {name}
        </Text>
      )}
      <PauseAndCancel batch={batch} name={name} />
      {lostFiles.length > 0 && <SelectLostFiles ofFolder={lostFiles.some(({ path }) => path.includes('/'))} />}
      {isFinished(batch) && failed.length > 0 && (
        <Button size="compact-sm" onClick={() => void retry()}>
          {t('Retry {count} failed', { count: failed.length })}
        </Button>
      )}
      {nameQuestion && <NameConflicts question={nameQuestion} />}
    </Group>
  )
}

const useBatchName = (batch: Batch) => {
  const t = useText()
  const { first, others } = summarizeNames(batch)
  return others > 0 ? t('{names} and {count} more', { names: first, count: others }) : first
}

/** Buttons that pause or cancel an upload. */
const PauseAndCancel = ({ batch, name }: { batch: Batch; name: string }) => {
  const t = useText()
  const { uniqueId, files, paused } = batch
  const isRunning = files.some(({ state }) => state === 'WAITING' || state === 'SENDING')
  return (
    <>
      {isRunning && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={paused ? t('Continue with {name}', { name }) : t('Pause {name}', { name })}
          onClick={() => pause(uniqueId, !paused)}
        >
          {paused ? t('Continue') : t('Pause')}
        </Button>
      )}
      {!isFinished(batch) && (
        <Button size="compact-sm" variant="default" aria-label={t('Cancel {name}', { name })} onClick={() => void cancel(files)}>
          {t('Cancel')}
        </Button>
      )}
    </>
  )
}

/** Asks for the files that were lost by a reload: selected one by one, or with the folder that they were in. */
const SelectLostFiles = ({ ofFolder }: { ofFolder: boolean }) => {
  const t = useText()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const chosen = (event: React.ChangeEvent<HTMLInputElement>) => {
    const found = assignLostFiles(collectFiles([...(event.currentTarget.files ?? [])]).files)
    event.currentTarget.value = '' // so that the same file can be selected again
    if (found === 0) toast.show({ title: t('ERROR'), text: t('None of these files is the one that is missing.'), failed: true })
  }
  return (
    <>
      <Button size="compact-sm" onClick={() => input.current?.click()}>
        {t('Select the files again')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('Select the files again')}
        {...(ofFolder && { webkitdirectory: '' })}
        onChange={chosen}
      />
    </>
  )
}

const stateLabels: Record<FileState, string> = {
  WAITING: phrase('Waiting'),
  SENDING: phrase('Uploading'),
  DONE: phrase('Uploaded'),
  SKIPPED: phrase('Left out'),
  FAILED: phrase('Failed'),
  CANCELLED: phrase('Cancelled@@upload'),
  LOST: phrase('Select it again to continue'),
}

/** Sort order of the states: those that need attention first. */
const stateOrder: readonly FileState[] = ['FAILED', 'LOST', 'SENDING', 'WAITING', 'SKIPPED', 'CANCELLED', 'DONE']
const STEP = 100

interface FileListProps {
  batches: readonly Batch[]
}

/** The content is not wider than the panel, so that long names are truncated. */
const contentStyles = { content: { minWidth: 0 } }

/** The state or result of each file, and the empty folders that were created. */
const FileList = ({ batches }: FileListProps) => {
  const t = useText()
  const [visibleCount, setVisibleCount] = useState(STEP)
  const lines = batches.flatMap((batch) => batch.files.map((file) => ({ file, batch })))
  const sorted = lines.toSorted((one, other) => stateOrder.indexOf(one.file.state) - stateOrder.indexOf(other.file.state))
  const folders = batches.flatMap((batch) => batch.folders.map((path) => ({ path, key: `${batch.uniqueId} ${path}` })))
  const hidden = sorted.length + folders.length - visibleCount
  return (
    <ScrollArea.Autosize
      mah={280}
      type="auto"
      scrollbars="y"
      styles={contentStyles}
      viewportProps={{ tabIndex: 0, 'aria-label': t('Files of the upload') }}
    >
      <Stack gap={8} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {sorted.slice(0, visibleCount).map(({ file, batch }) => (
          <Line key={file.uniqueId} file={file} batch={batch} />
        ))}
        {folders.slice(0, Math.max(0, visibleCount - sorted.length)).map(({ path, key }) => (
          <Stack key={key} component="li" gap={2}>
            <Path path={path} />
            <Text size="xs" c="dimmed">
              {t('Empty folder')}
            </Text>
          </Stack>
        ))}
      </Stack>
      {hidden > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setVisibleCount(visibleCount + STEP * 5)}>
          {t('{count} more', { count: hidden })}
        </Button>
      )}
    </ScrollArea.Autosize>
  )
}

const Path = ({ path }: { path: string }) => (
  <Text size="sm" truncate title={path}>
    {path}
  </Text>
)

interface LineProps {
  file: SendingFile
  batch: Batch
}

const Line = ({ file, batch }: LineProps) => {
  const t = useText()
  const { path, size, sent, state, isFolder } = file
  return (
    <Group component="li" gap="xs" wrap="nowrap" justify="space-between">
      <Stack gap={2} miw={0} flex={1}>
        <Path path={path} />
        {state === 'SENDING' && (
          <Progress size="xs" value={percentOf(sent, size)} aria-label={t('Progress of {name}', { name: path })} />
        )}
        <FileStatus file={file} />
      </Stack>
      {state === 'FAILED' && !isFolder && <SelectReplacement file={file} batch={batch} />}
      {!isFileFinished(file) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Cancel {name}', { name: path })}
          title={t('Cancel {name}', { name: path })}
          onClick={() => void cancel([file])}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}

/** The state of a file, its new name if it was renamed, and the error. */
const FileStatus = ({ file: { path, name, state, problem } }: { file: SendingFile }) => {
  const t = useText()
  const { isOffline } = useConnection()
  const isWaitingForNetwork = isOffline && (state === 'SENDING' || state === 'WAITING')
  const renamed = state === 'DONE' && name !== path.split('/').at(-1) ? t('as {name}', { name }) : ''
  return (
    <Text size="xs" c={state === 'FAILED' || state === 'LOST' ? 'red' : 'dimmed'}>
      {(isWaitingForNetwork ? [t('Offline, waiting')] : [t(stateLabels[state]), renamed, problem && t(problem)])
        .filter(Boolean)
        .join(' · ')}
    </Text>
  )
}

/** Selects a replacement for a failed file. The selected file is uploaded to the same folder. */
const SelectReplacement = ({ file: { uniqueId, path }, batch }: { file: SendingFile; batch: Batch }) => {
  const t = useText()
  const { upload, nameQuestion } = useUpload(batch.parentId)
  const input = useRef<HTMLInputElement>(null)
  const send = async (file: File) => {
    const isStarted = await upload({ files: [replacementFor(path, file)], folders: [], unread: [] })
    if (isStarted) dropFailedFiles(batch.uniqueId, [uniqueId])
  }
  const chosen = ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    currentTarget.value = '' // so that the same file can be selected again
    if (file) void send(file)
  }
  const label = t('Select again: {name}', { name: path })
  return (
    <>
      <Button size="compact-xs" variant="light" flex="none" aria-label={label} onClick={() => input.current?.click()}>
        {t('Select again')}
      </Button>
      <input ref={input} type="file" hidden aria-label={label} onChange={chosen} />
      {nameQuestion && <NameConflicts question={nameQuestion} />}
    </>
  )
}
