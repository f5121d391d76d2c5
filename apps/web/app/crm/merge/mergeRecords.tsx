import { Button, Group, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { MatchReason } from '@tradewind/contract/crm/bulk/merge.constants'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import type { Input, RecordOf } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { loadScript } from '#kit/browser/connection'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { type Listing, useListing } from '#ui/list/Paged'
import { useToast } from '#ui/page/toast'
import { Day } from '#ui/values/Day'

/** The kinds of record that can be merged. */
export type MergeKind = 'company' | 'contact'

// The routes are composed from the kind's name only here, where the compiler cannot follow: `MergeKind` guarantees that they exist.
type CallOf<Call extends string> = `${Call extends 'duplicates' | 'merged/:uniqueId' ? 'GET' : 'POST'} /api/company/${Call}`
const get = <const Call extends 'duplicates' | 'merged/:uniqueId'>(kind: MergeKind, call: Call) =>
  `GET /api/${kind}/${call}` as unknown as CallOf<Call>
const post = <const Call extends 'merging' | 'merge' | 'unmerge' | 'notDuplicates'>(kind: MergeKind, call: Call) =>
  `POST /api/${kind}/${call}` as unknown as CallOf<Call>

/** Records that may be duplicates, the reason, and their number: the first ten are included. */
export interface DuplicateGroup<K extends MergeKind> {
  reasons: MatchReason[]
  count: number
  records: RecordOf<K>[]
}

export const useDuplicates = <K extends MergeKind>(kind: K) =>
  useListing(get(kind, 'duplicates'), { sort: '-evidence' }) as unknown as Listing<DuplicateGroup<K>>

/** A record to merge, and the related records that would move with it. */
export interface MergePart<K extends MergeKind> {
  record: RecordOf<K>
  moving: { kind: string; count: number }[]
}

/** The records to merge, always reloaded: the server rejects a merge that is based on an older state. */
export const useParts = <K extends MergeKind>(kind: K, uniqueIds: string[]) =>
  useCall(
    post(kind, 'merging'),
    { uniqueIds },
    { enabled: uniqueIds.length > 1, refetchOnMount: true },
  ) as unknown as UseQueryResult<{ rows: readonly MergePart<K>[] }>

const useMerges = (kind: MergeKind, uniqueId: string) => useCall(get(kind, 'merged/:uniqueId'), { uniqueId })

export const useNotDuplicates = (kind: MergeKind) => useSend(post(kind, 'notDuplicates'), { changes: [kind] })

type MergeInput = Omit<Input<'POST /api/company/merge'>, 'fields'> & { fields: Record<string, string> }

export const useMerge = (kind: MergeKind) => {
  const { mutateAsync, isPending } = useSend(post(kind, 'merge'))
  return { merge: (input: MergeInput) => mutateAsync(input), isPending }
}

/** Undoes a merge, and shows what stays as it is. */
export const useUnmerge = (kind: MergeKind) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend(post(kind, 'unmerge'))
  const showUndone = async (reply: Awaited<ReturnType<typeof mutateAsync>>) => {
    const loaded = await loadScript(() => import('./unmergedText.ts')).catch(() => undefined)
    const text = await loaded?.unmergedText(kind, reply.data, t)
    toast.show({ title: t('SUCCESS'), text: text ?? t(reply.message) })
  }
  const unmerge = (uniqueId: string) =>
    mutateAsync({ uniqueId }).then(showUndone, (error: unknown) => toast.failure(failureOf(error)))
  return { unmerge, isPending }
}

interface MergedLineProps {
  kind: MergeKind
  policy: { merge: Rules }
  record: { uniqueId: string }
}

/** The records that were merged into this one in the last 30 days, with a button to undo the merge for users who may. */
export const MergedLine = ({ kind, policy, record }: MergedLineProps) => {
  const t = useText()
  const actor = useActor()
  const { rows } = useMerges(kind, record.uniqueId).data ?? { rows: [] }
  const { unmerge, isPending } = useUnmerge(kind)
  if (rows.length === 0) return null
  return (
    <Stack gap={4}>
      {rows.map(({ uniqueId, names, byName, dateCreated }) => (
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
