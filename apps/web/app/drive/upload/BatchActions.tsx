import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { Clashes } from './Clashes.tsx'
import { fromFiles } from './gather.ts'
import { type Batch, isFinished, topOf } from './state.ts'
import { cancel, drop, failedOf, giveBack, pause } from './uploads.ts'
import { useUpload } from './useUpload.ts'

interface BatchActionsProps {
  batch: Batch
  /** It is one of several: its name stands before what may be done with it. */
  named: boolean
}

/** What may be done with one upload: pause, cancel, choose lost files again, send the failed ones anew. Nothing where all of it has arrived. */
export const BatchActions = ({ batch, named }: BatchActionsProps) => {
  const t = useText()
  const { upload, asking } = useUpload(batch.parentId)
  const failed = failedOf(batch)
  const lost = batch.files.filter(({ state }) => state === 'LOST')
  const name = useName(batch)
  const retry = async () => {
    const begun = await upload({ files: failed, folders: [], unread: [] })
    if (begun)
      drop(
        batch.uniqueId,
        failed.map(({ uniqueId }) => uniqueId),
      )
  }
  if (isFinished(batch) && failed.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label={name} {...(named && { w: '100%' })}>
      {named && (
        <Text size="sm" c="dimmed" truncate maw="100%">
          {name}
        </Text>
      )}
      <Ending batch={batch} name={name} />
      {lost.length > 0 && <ChooseLost ofFolder={lost.some(({ path }) => path.includes('/'))} />}
      {isFinished(batch) && failed.length > 0 && (
        <Button size="compact-sm" onClick={() => void retry()}>
          {t('Retry {count} failed', { count: failed.length })}
        </Button>
      )}
      {asking && <Clashes asking={asking} />}
    </Group>
  )
}

const useName = (batch: Batch) => {
  const t = useText()
  const { first, others } = topOf(batch)
  return others > 0 ? t('{names} and {count} more', { names: first, count: others }) : first
}

/** Rests an upload, or ends it. */
const Ending = ({ batch, name }: { batch: Batch; name: string }) => {
  const t = useText()
  const { uniqueId, files, paused } = batch
  const isRunning = files.some(({ state }) => state === 'WAITING' || state === 'SENDING')
  return (
    <>
      {isRunning && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={paused ? t('Go on with {name}', { name }) : t('Pause {name}', { name })}
          onClick={() => pause(uniqueId, !paused)}
        >
          {paused ? t('Go on') : t('Pause')}
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

/** The files that a reload has lost: chosen one by one, or with the folder that they were in. */
const ChooseLost = ({ ofFolder }: { ofFolder: boolean }) => {
  const t = useText()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const chosen = (event: React.ChangeEvent<HTMLInputElement>) => {
    const found = giveBack(fromFiles([...(event.currentTarget.files ?? [])]).files)
    event.currentTarget.value = '' // the same may be chosen again
    if (found === 0) toast.show({ title: t('ERROR'), text: t('None of these is a missing file, as it was.'), failed: true })
  }
  return (
    <>
      <Button size="compact-sm" onClick={() => input.current?.click()}>
        {t('Choose the files again')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('Choose the files again')}
        {...(ofFolder && { webkitdirectory: '' })}
        onChange={chosen}
      />
    </>
  )
}
