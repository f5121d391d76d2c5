import { Button, Group } from '@mantine/core'
import type { Trashed } from '@tradewind/contract/operations/trash.contract'
import { type Say, useText } from '#kit/text'
import { isFile } from './file.ts'
import type { usePurge } from './usePurge.ts'
import type { useRestore } from './useRestore.ts'

interface TrashActionsProps {
  chosen: readonly Trashed[]
  /** Files alone are listed. */
  files: boolean
  restoring: ReturnType<typeof useRestore>
  purging: ReturnType<typeof usePurge>
}

/** The way back for all that is chosen; and the end of files, which alone can be ended before their 30 days. */
export const TrashActions = ({ chosen, files, restoring, purging }: TrashActionsProps) => {
  const t = useText()
  const count = chosen.length
  return (
    <Group gap="xs">
      {(count === 0 ? files : chosen.every(isFile)) && (
        <Button variant="default" color="red" loading={purging.isPending} onClick={() => void purging.purge(chosen)}>
          {count === 0 ? t('Delete all files for good') : t('Delete {count} for good', { count })}
        </Button>
      )}
      <Button disabled={count === 0} loading={restoring.isPending} onClick={() => void restoring.restore(chosen)}>
        {restoreIn(t, chosen)}
      </Button>
    </Group>
  )
}

const restoreIn = (t: Say, chosen: readonly Trashed[]) => {
  const count = chosen.length
  if (count === 0) return t('Restore')
  if (chosen.every(isFile)) return t('Restore {count} item|Restore {count} items', { count })
  return chosen.some(isFile) ? t('Restore {count}', { count }) : t('Restore {count} record|Restore {count} records', { count })
}
