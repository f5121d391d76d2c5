import { Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'
import { useFormatCount } from '#ui/values/figures'
import { isStillRunning, progressInWords, progressOf, useShowBulkResult } from './calls.ts'
import { CancelBulk } from './CancelBulk.tsx'
import { unwatchBulk, useRunning } from './lazyBulk.tsx'

/** The progress of the bulk changes that were started on this page. */
export const BulkPanel = () => {
  const running = useRunning()
  if (running.length === 0) return null
  return (
    <Paper
      withBorder
      shadow="md"
      p="sm"
      bg="var(--tw-raised)"
      pos="fixed"
      bottom={16}
      left={16}
      w="min(340px, calc(100vw - 32px))"
      style={{ zIndex: 200 }}
    >
      <Stack gap="xs">
        {running.map((uniqueId) => (
          <Running key={uniqueId} uniqueId={uniqueId} />
        ))}
      </Stack>
    </Paper>
  )
}

const Running = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const figure = useFormatCount()
  const showResult = useShowBulkResult()
  const { data, error } = useCall(
    'GET /api/bulk/:uniqueId',
    { uniqueId },
    { refetchOnMount: true, refetchInterval: 1000, isFinal: (one) => !isStillRunning(one) },
  )
  const handleUpdate = useEffectEvent(() => {
    if (error) unwatchBulk(uniqueId)
    else if (data && !isStillRunning(data)) showResult(data)
  })
  const state = data?.state
  useEffect(() => handleUpdate(), [state, error])
  if (!data) return null
  const { activity, done, all } = progressOf(data)
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{progressInWords(t, figure, data)}</Text>
        {data.state !== 'UNDOING' && <CancelBulk uniqueId={uniqueId} />}
      </Group>
      <Progress value={all > 0 ? (100 * done) / all : 0} aria-label={t(activity)} />
    </Stack>
  )
}
