import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Session } from '@tradewind/contract/platform/identity.contract'
import { failureOf } from '#kit/api/failure'
import { useList, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Badge } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'

/** Where one is signed in, and the way to end it there. */
export const Sessions = () => {
  const t = useText()
  const { data, error, refetch } = useList('GET /api/auth/sessions', {})
  return (
    <Stack component="section" aria-labelledby="sessions">
      <Group justify="space-between">
        <Title order={2} size="h4" id="sessions">
          {t('Where you are signed in')}
        </Title>
        {data && data.rows.length > 1 && <EndOthers onEnded={() => void refetch()} />}
      </Group>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.rows.map((session) => (
        <One key={session.uniqueId} session={session} onEnded={() => void refetch()} />
      ))}
    </Stack>
  )
}

const One = ({ session, onEnded }: { session: Session; onEnded: () => void }) => {
  const { device, lastSeen, dateCreated, current } = session
  const t = useText()
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text style={{ overflowWrap: 'anywhere' }}>{t(device || 'Unknown device')}</Text>
          {current && <Badge>{t('This one')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {t('Since')} <Day at={dateCreated} precise /> · {t('last seen')} <Day at={lastSeen} precise />
        </Text>
      </div>
      {!current && <End session={session} onEnded={onEnded} />}
    </Group>
  )
}

const EndOthers = ({ onEnded }: { onEnded: () => void }) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/auth/sessions/endOthers', { changes: [] })
  const end = async () => {
    try {
      toast.reply(await mutateAsync({}))
      onEnded()
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return (
    <Button variant="default" size="xs" loading={isPending} onClick={() => void end()}>
      {t('End all others')}
    </Button>
  )
}

const End = ({ session: { uniqueId, device }, onEnded }: { session: Session; onEnded: () => void }) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('DELETE /api/auth/sessions/:uniqueId', { changes: [] })
  const end = async () => {
    try {
      await mutateAsync({ uniqueId })
      toast.show({ title: t('SUCCESS'), text: t('That session has ended.') })
      onEnded()
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return (
    <Button
      variant="default"
      size="xs"
      flex="none"
      loading={isPending}
      onClick={() => void end()}
      aria-label={t('End the session on {device}', { device })}
    >
      {t('End')}
    </Button>
  )
}
