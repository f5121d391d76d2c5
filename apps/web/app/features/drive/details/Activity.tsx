import { Button, Stack, Text } from '@mantine/core'
import type { DriveActivity } from '@tradewind/contract/drive/item'
import { useState } from 'react'
import { useList } from '#kit/api/query'
import { phrase, type Say, useText } from '#kit/text'
import { Bones } from '#ui/list/Bones'
import { Trouble } from '#ui/page/Trouble'
import { Day } from '#ui/values/Day'

const sentences: Record<DriveActivity['action'], string> = {
  UPLOADED: phrase('{by} uploaded {name}'),
  REPLACED: phrase('{by} replaced {name}'),
  CREATED: phrase('{by} created {name}'),
  RENAMED: phrase('{by} renamed {name}, which was {detail}'),
  MOVED: phrase('{by} moved {name}'),
  SHARED: phrase('{by} shared {name} with {detail}'),
  UNSHARED: phrase('{by} ended the sharing of {name} with {detail}'),
  OPENED: phrase('{by} opened {name}'),
  DOWNLOADED: phrase('{by} downloaded {name}'),
  DELETED: phrase('{by} deleted {name}'),
  RESTORED: phrase('{by} restored {name}'),
  PURGED: phrase('{by} deleted {name} for good'),
}

/** What was done, in a sentence. */
export const saidOf = (t: Say, { action, byName, name, detail }: DriveActivity) =>
  t(sentences[action], { by: byName, name, detail: detail ?? '' })

const step = 20

/** What was done to one's files, or to one of them, the latest first. */
export const Activity = ({ uniqueId }: { uniqueId?: string }) => {
  const t = useText()
  const [size, setSize] = useState(step)
  const { data, error, refetch, isPlaceholderData } = useList('GET /api/files/activity', {
    page: 0,
    size,
    ...(uniqueId && { uniqueId }),
  })
  if (error && !data) return <Trouble failure={error} onRetry={() => void refetch()} />
  if (!data) return <Bones />
  return (
    <Stack gap="xs">
      <Stack gap={6} component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.rows.map((one) => (
          <li key={one.uniqueId}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {saidOf(t, one)}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              <Day at={one.dateCreated} precise />
            </Text>
          </li>
        ))}
      </Stack>
      {data.total > data.rows.length && size < 500 && (
        <Button variant="subtle" loading={isPlaceholderData} onClick={() => setSize(Math.min(500, size + step * 2))}>
          {t('More')}
        </Button>
      )}
    </Stack>
  )
}
