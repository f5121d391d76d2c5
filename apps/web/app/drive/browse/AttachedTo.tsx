import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useList, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useEntries } from '#kit/feature'
import { useText } from '#kit/text'
import { More } from '#ui/list/Pager'
import { useToast } from '#ui/page/toast'
import { Clip } from '#ui/values/Clip'

const step = 10

/** The records that a file of one's own is attached to: whoever may see one of them may read it. */
export const useAttachedTo = (uniqueId: string, enabled: boolean) => {
  const [size, setSize] = useState(step)
  const { data } = useList('GET /api/attachment/file/:uniqueId', { uniqueId, page: 0, size }, { enabled })
  return { list: data, isAttached: (data?.total ?? 0) > 0, more: () => setSize(size + step) }
}

/** Where a file is attached, with the way to end it. */
export const AttachedTo = ({ attached: { list, more } }: { attached: ReturnType<typeof useAttachedTo> }) => {
  const t = useText()
  return (
    <>
      <Title order={3} size="h5">
        {t('Attached to')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('Anyone who can see one of these records can read this file.')}
      </Text>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {list?.rows.map((place) => (
          <Place key={place.uniqueId} place={place} />
        ))}
      </Stack>
      <More list={list} onMore={more} />
    </>
  )
}

const Place = ({ place }: { place: Answer<'GET /api/attachment/file/:uniqueId'>['rows'][number] }) => {
  const t = useText()
  const at = useArea()
  const toast = useToast()
  const [detach, restore] = [useSend('DELETE /api/attachment/:uniqueId'), useSend('POST /api/attachment/restore')]
  const { uniqueId, kind, record, title } = place
  const entry = useEntries().kinds.find((one) => one.kind === kind)
  const failed = (error: unknown) => toast.failure(failureOf(error))
  const undo = () => void restore.mutateAsync({ uniqueId }).then(toast.reply, failed)
  const run = () => void detach.mutateAsync({ uniqueId }).then((reply) => toast.reply(reply, undo), failed)
  const of = entry ? t(entry.one) : kind
  const name = title === null ? t('a record that you can no longer see') : title
  return (
    <Group component="li" wrap="nowrap" justify="space-between" gap="sm">
      <Stack gap={0} miw={0}>
        <Text size="xs" c="dimmed">
          {of}
        </Text>
        <Text size="sm" component="div">
          {entry && title !== null ? (
            <Anchor component={Link} to={at(entry.show(record))} inherit>
              <Clip>{name}</Clip>
            </Anchor>
          ) : (
            name
          )}
        </Text>
      </Stack>
      <Button
        size="compact-sm"
        variant="default"
        loading={detach.isPending}
        onClick={run}
        aria-label={t('Detach from {name}', { name: `${of} ${name}` })}
        style={{ flex: 'none' }}
      >
        {t('Detach')}
      </Button>
    </Group>
  )
}
