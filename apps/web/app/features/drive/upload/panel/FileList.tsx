import { ActionIcon, Group, Progress, ScrollArea, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '@mantine/core'
import { phrase, useText } from '#kit/text'
import type { FileState, Sending } from '../state.ts'
import { isOver } from '../state.ts'
import { cancel } from '../uploads.ts'

const words: Record<FileState, string> = {
  WAITING: phrase('Waiting'),
  SENDING: phrase('Uploading'),
  DONE: phrase('Uploaded'),
  SKIPPED: phrase('Left out'),
  FAILED: phrase('Failed'),
  CANCELLED: phrase('Cancelled'),
  LOST: phrase('Choose it again to go on'),
}

/** What needs a look stands first. */
const rank: readonly FileState[] = ['FAILED', 'LOST', 'SENDING', 'WAITING', 'SKIPPED', 'CANCELLED', 'DONE']
const STEP = 100

/** What becomes, or became, of each file. */
export const FileList = ({ files }: { files: readonly Sending[] }) => {
  const t = useText()
  const [shown, setShown] = useState(STEP)
  const sorted = files.toSorted((one, other) => rank.indexOf(one.state) - rank.indexOf(other.state))
  return (
    <ScrollArea.Autosize mah={280} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': t('Files of the upload') }}>
      <Stack gap={8} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {sorted.slice(0, shown).map((file) => (
          <Line key={file.uniqueId} file={file} />
        ))}
      </Stack>
      {sorted.length > shown && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShown(shown + STEP * 5)}>
          {t('{count} more', { count: sorted.length - shown })}
        </Button>
      )}
    </ScrollArea.Autosize>
  )
}

const Line = ({ file }: { file: Sending }) => {
  const t = useText()
  const { path, name, size, sent, state, problem } = file
  const renamed = state === 'DONE' && name !== path.split('/').at(-1) ? t('as {name}', { name }) : ''
  return (
    <Group component="li" gap="xs" wrap="nowrap" justify="space-between">
      <Stack gap={2} miw={0} flex={1}>
        <Text size="sm" truncate title={path}>
          {path}
        </Text>
        {state === 'SENDING' && (
          <Progress
            size="xs"
            value={size === 0 ? 100 : (100 * sent) / size}
            aria-label={t('Progress of {name}', { name: path })}
          />
        )}
        <Text size="xs" c={state === 'FAILED' || state === 'LOST' ? 'red' : 'dimmed'}>
          {[t(words[state]), renamed, problem && t(problem)].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
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
