import { ActionIcon, Button, Group, Progress, ScrollArea, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState, useRef } from 'react'
import { useConnection } from '#kit/browser/connection'
import { phrase, useText } from '#kit/text'
import { Clashes } from './Clashes.tsx'
import { inPlaceOf } from './gather.ts'
import { type Batch, type FileState, isOver, type Sending, shareOf } from './state.ts'
import { cancel, drop } from './uploads.ts'
import { useUpload } from './useUpload.ts'

const words: Record<FileState, string> = {
  WAITING: phrase('Waiting'),
  SENDING: phrase('Uploading'),
  DONE: phrase('Uploaded'),
  SKIPPED: phrase('Left out'),
  FAILED: phrase('Failed'),
  CANCELLED: phrase('Cancelled'),
  LOST: phrase('Select it again to continue'),
}

/** What needs a look is first. */
const rank: readonly FileState[] = ['FAILED', 'LOST', 'SENDING', 'WAITING', 'SKIPPED', 'CANCELLED', 'DONE']
const STEP = 100

interface FileListProps {
  batches: readonly Batch[]
}

/** What becomes, or became, of each file, and the empty folders that were made. */
export const FileList = ({ batches }: FileListProps) => {
  const t = useText()
  const [shown, setShown] = useState(STEP)
  const lines = batches.flatMap((batch) => batch.files.map((file) => ({ file, batch })))
  const sorted = lines.toSorted((one, other) => rank.indexOf(one.file.state) - rank.indexOf(other.file.state))
  const folders = batches.flatMap((batch) => batch.folders.map((path) => ({ path, key: `${batch.uniqueId} ${path}` })))
  const hidden = sorted.length + folders.length - shown
  return (
    <ScrollArea.Autosize mah={280} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': t('Files of the upload') }}>
      <Stack gap={8} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {sorted.slice(0, shown).map(({ file, batch }) => (
          <Line key={file.uniqueId} file={file} batch={batch} />
        ))}
        {folders.slice(0, Math.max(0, shown - sorted.length)).map(({ path, key }) => (
          <Stack key={key} component="li" gap={2}>
            <Path path={path} />
            <Text size="xs" c="dimmed">
              {t('Empty folder')}
            </Text>
          </Stack>
        ))}
      </Stack>
      {hidden > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShown(shown + STEP * 5)}>
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
  file: Sending
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
          <Progress size="xs" value={shareOf(sent, size)} aria-label={t('Progress of {name}', { name: path })} />
        )}
        <Said file={file} />
      </Stack>
      {state === 'FAILED' && !isFolder && <ChooseAgain file={file} batch={batch} />}
      {!isOver(file) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Cancel {name}', { name: path })}
          onClick={() => void cancel([file])}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}

/** How a file stands, the name that it has got instead of its own, and what went wrong. */
const Said = ({ file: { path, name, state, problem } }: { file: Sending }) => {
  const t = useText()
  const { isOffline } = useConnection()
  const isHeld = isOffline && (state === 'SENDING' || state === 'WAITING')
  const renamed = state === 'DONE' && name !== path.split('/').at(-1) ? t('as {name}', { name }) : ''
  return (
    <Text size="xs" c={state === 'FAILED' || state === 'LOST' ? 'red' : 'dimmed'}>
      {(isHeld ? [t('Offline, waiting')] : [t(words[state]), renamed, problem && t(problem)]).filter(Boolean).join(' · ')}
    </Text>
  )
}

/** Chooses the file anew that failed: what is chosen goes where that was to go. */
const ChooseAgain = ({ file: { uniqueId, path }, batch }: { file: Sending; batch: Batch }) => {
  const t = useText()
  const { upload, asking } = useUpload(batch.parentId)
  const input = useRef<HTMLInputElement>(null)
  const send = async (file: File) => {
    const begun = await upload({ files: [inPlaceOf(path, file)], folders: [], unread: [] })
    if (begun) drop(batch.uniqueId, [uniqueId])
  }
  const chosen = ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    currentTarget.value = '' // the same may be chosen again
    if (file) void send(file)
  }
  const label = t('Select again: {name}', { name: path })
  return (
    <>
      <Button size="compact-xs" variant="light" flex="none" aria-label={label} onClick={() => input.current?.click()}>
        {t('Select again')}
      </Button>
      <input ref={input} type="file" hidden aria-label={label} onChange={chosen} />
      {asking && <Clashes asking={asking} />}
    </>
  )
}
