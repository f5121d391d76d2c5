import { Button, Collapse, Group, Paper, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '#kit/text'
import { useAskBeforeLeaving } from '#kit/browser/leaving'
import { useNarrow } from '#kit/browser/narrow'
import { useActor } from '#kit/session'
import { bytesIn } from '#ui/values/bytes'
import { type Batch, isFinished, progressOf, wouldLose } from '../state.ts'
import styles from '../upload.module.css'
import { clear, resume, useUploads } from '../uploads.ts'
import { BatchActions } from './BatchActions.tsx'
import { FileList } from './FileList.tsx'

/** The uploads of this page, over every screen: how far they are, and at the end what became of each file. */
export const UploadPanel = () => {
  const t = useText()
  const { uniqueId } = useActor()
  const batches = useUploads().filter(({ ownerId }) => ownerId === uniqueId)
  const [open, setOpen] = useState(!useNarrow())
  useEffect(() => {
    if (uniqueId) void resume().catch(() => undefined)
  }, [uniqueId])
  useAskBeforeLeaving(batches.some(wouldLose))
  useFreshLists(progressOf(batches).done)
  if (batches.length === 0) return null
  return (
    <Paper className={styles.panel} withBorder shadow="lg" p="md" role="region" aria-label={t('Uploads')}>
      <Stack gap="sm">
        <Summary batches={batches} />
        <Group gap="xs">
          <Button size="compact-sm" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('Hide files') : t('Show files')}
          </Button>
          {batches.map((batch) => (
            <BatchActions key={batch.uniqueId} batch={batch} named={batches.length > 1} />
          ))}
          {batches.every(isFinished) && (
            <Button size="compact-sm" variant="subtle" onClick={clear}>
              {t('Close')}
            </Button>
          )}
        </Group>
        <Collapse expanded={open}>
          <FileList files={batches.flatMap(({ files }) => files)} />
        </Collapse>
      </Stack>
    </Paper>
  )
}

const Summary = ({ batches }: { batches: readonly Batch[] }) => {
  const t = useText()
  const language = useLanguage()
  const { sent, size, files, done, skipped, failed, running } = progressOf(batches)
  const share = size === 0 ? 100 : (100 * sent) / size
  const figures = { done, files, sent: bytesIn(sent, language), size: bytesIn(size, language) }
  const ended = [
    t('{count} file uploaded|{count} files uploaded', { count: done }),
    ...(skipped ? [t('{count} left out', { count: skipped })] : []),
    ...(failed ? [t('{count} failed', { count: failed })] : []),
  ].join(', ')
  const isPaused = batches.every((batch) => batch.paused || isFinished(batch))
  const going = isPaused
    ? t('Paused: {done} of {files} files, {sent} of {size}', figures)
    : t('Uploading: {done} of {files} files, {sent} of {size}', figures)
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {running > 0 ? going : ended}
      </Text>
      <VisuallyHidden role="status">{running > 0 ? t(isPaused ? 'Paused' : 'Uploading') : ended}</VisuallyHidden>
      <Progress value={share} {...(failed > 0 && { color: 'red' })} aria-label={t('Progress of all files')} />
    </Stack>
  )
}

/** Milliseconds between two looks at the lists while files arrive. */
const LOOK = 2000

/** What has arrived appears in the lists that are open, also while more arrives. */
const useFreshLists = (done: number) => {
  const client = useQueryClient()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (done === 0 || waiting.current) return
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      void client.invalidateQueries({ queryKey: ['files'] })
    }, LOOK)
  }, [client, done])
  useEffect(
    () => () => {
      if (waiting.current) void client.invalidateQueries({ queryKey: ['files'] })
      clearTimeout(waiting.current)
    },
    [client],
  )
}
