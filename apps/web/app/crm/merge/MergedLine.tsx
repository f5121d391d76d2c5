import { Button, Group, Stack, Text } from '@mantine/core'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Day } from '#ui/values/Day'
import { type MergeKind, useMerges, useUnmerge } from './calls.ts'

interface MergedLineProps {
  kind: MergeKind
  policy: { merge: Rules }
  record: { uniqueId: string }
}

/** Which records became part of this one in the last 30 days, and the way to take that back for whoever may. */
export const MergedLine = ({ kind, policy, record }: MergedLineProps) => {
  const t = useText()
  const actor = useActor()
  const { data = [] } = useMerges(kind, record.uniqueId)
  const { unmerge, isPending } = useUnmerge(kind)
  if (data.length === 0) return null
  return (
    <Stack gap={4}>
      {data.map(({ uniqueId, names, byName, dateCreated }) => (
        <Group key={uniqueId} gap="sm">
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('Merged with {names} by {name}', { names: names.join(', '), name: byName })}
            {' · '}
            <Day at={dateCreated} />
          </Text>
          {can(actor, policy.merge, record) && (
            <Button
              size="compact-sm"
              variant="default"
              loading={isPending}
              onClick={() => void unmerge(uniqueId)}
              aria-label={t('Unmerge {names}', { names: names.join(', ') })}
            >
              {t('Unmerge')}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}
