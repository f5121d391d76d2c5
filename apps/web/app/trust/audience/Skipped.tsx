import { Button, Group, List, ScrollArea, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useText } from '#kit/text'
import { skipNames } from './audience.words.ts'
import type { Became } from './useSending.ts'

/** Names that are drawn; the figure tells of the rest. */
const MOST = 200

/** What became of a campaign: how many were invited, and who was left out, and why. */
export const Skipped = ({ became: { invited, skipped }, onClose }: { became: Became; onClose: () => void }) => {
  const t = useText()
  const end = useRef<HTMLButtonElement>(null)
  useEffect(() => end.current?.focus(), [])
  const more = skipped.length - MOST
  return (
    <Stack role="status">
      <Text>
        {t('{count} contact is invited.|{count} contacts are invited.', { count: invited })}{' '}
        {t('{count} was left out:|{count} were left out:', { count: skipped.length })}
      </Text>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
        <List size="sm">
          {skipped.slice(0, MOST).map(({ contactId, fullName, because }) => (
            <List.Item key={contactId}>
              {fullName}: {t(skipNames[because])}
            </List.Item>
          ))}
          {more > 0 && <List.Item>{t('and {count} more', { count: more })}</List.Item>}
        </List>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button ref={end} onClick={onClose}>
          {t('Close')}
        </Button>
      </Group>
    </Stack>
  )
}
