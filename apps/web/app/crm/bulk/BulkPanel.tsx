import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { useFormatCount } from '#ui/values/figures'
import { isStillRunning, useShowBulkResult } from './calls.ts'
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
  const { total = 0, looked = 0, restored = 0, left = 0, changed = 0 } = data ?? {}
  const isUndo = state === 'UNDOING'
  const [done, all] = isUndo ? [restored + left, changed] : [looked, total]
  const activity = isUndo ? t('Undoing the changes') : t('Changing records')
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          {activity}: {t('{done} of {count}', { done: figure(done), count: all })}
        </Text>
        {!isUndo && <Cancel uniqueId={uniqueId} />}
      </Group>
      <Progress value={all > 0 ? (100 * done) / all : 0} aria-label={activity} />
    </Stack>
  )
}

const Cancel = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/bulk/:uniqueId/cancel')
  const cancel = () => mutateAsync({ uniqueId }).catch((error: unknown) => toast.failure(failureOf(error)))
  return (
    <Button size="compact-sm" variant="subtle" loading={isPending} onClick={() => void cancel()}>
      {t('Cancel')}
    </Button>
  )
}
