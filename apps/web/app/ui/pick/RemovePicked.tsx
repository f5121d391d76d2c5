import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { can, type Policy } from '@tradewind/contract/kit/policy'
import type { Kind, RecordOf } from '#kit/api/calls'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useRemovals } from '#ui/pick/useRemovals'

interface RemovePickedProps<K extends Kind> {
  kind: K
  policy: Policy
  records: readonly RecordOf<K>[]
  nameOf: (record: RecordOf<K>) => string
  /** Called when none of them is left to be deleted. */
  onDone: () => void
}

/** Deletes the picked records, as far as the server would allow it. */
export const RemovePicked = <K extends Kind>({ kind, policy, records, nameOf, onDone }: RemovePickedProps<K>) => {
  const t = useText()
  const actor = useActor()
  const { remove, isPending } = useRemovals(kind)
  const mine = records.filter((record) => can(actor, policy.remove, record))
  if (mine.length === 0) return null
  const named = mine.map((record) => ({ uniqueId: record.uniqueId, name: nameOf(record) }))
  const removeAll = async () => {
    if (await remove(named)) onDone()
  }
  return (
    <Button
      size="compact-sm"
      variant="light"
      color="red"
      loading={isPending}
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={() => void removeAll()}
    >
      {mine.length === records.length ? t('Delete') : t('Delete {count} of them', { count: mine.length })}
    </Button>
  )
}
