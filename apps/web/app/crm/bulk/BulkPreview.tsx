import { Stack, Text } from '@mantine/core'
import type { BulkKind } from '@tradewind/contract/crm/bulk/bulk.words'
import type { BulkOutcome } from '@tradewind/contract/crm/bulk/outcome'
import { useText } from '#kit/text'
import { useBelongingWords } from '#ui/dialog/deleting'
import { useFigure } from '#ui/values/figures'
import { type Doing, isOfSummaries } from './BulkButtons.tsx'

/** Names that a question tells. */
const NAMED = 8

/** Of the ticked records some by name, and how many more there are. */
export const Names = ({ names }: { names: readonly string[] }) => {
  const t = useText()
  if (names.length === 0) return null
  const first = names.slice(0, NAMED).join(', ')
  const all = names.length > NAMED ? t('{names} and {count} more', { names: first, count: names.length - NAMED }) : first
  return <Text fw={600}>{all}</Text>
}

interface BulkPreviewProps {
  outcome: BulkOutcome
  kind: BulkKind
  doing: Doing
}

/** How many will change, as what is done calls it. */
const useChanges = ({ outcome: { changes, total }, kind, doing }: BulkPreviewProps) => {
  const t = useText()
  const figure = useFigure()
  const said = { count: changes, number: figure(changes) }
  if (doing === 'remove')
    return t(
      '{number} will be deleted. It stays in the trash for 30 days.|{number} will be deleted. They stay in the trash for 30 days.',
      said,
    )
  if (!isOfSummaries(kind, doing)) return t('{number} record will change|{number} records will change', said)
  if (total === 0) return t('These reports have no summaries.')
  return t('{number} summary will be shared|{number} summaries will be shared', said)
}

/** "312 will change, 4 stay as they are, 2 you may not change: …" */
export const BulkPreview = ({ outcome, kind, doing }: BulkPreviewProps) => {
  const t = useText()
  const figure = useFigure()
  const { gone } = useBelongingWords()
  const told = useChanges({ outcome, kind, doing })
  const { changes, same, refused, refusedExamples, belonging } = outcome
  const also = gone(changes, belonging)
  const names = refusedExamples.join(', ') + (refused > refusedExamples.length ? ' …' : '')
  return (
    <Stack gap={4}>
      <Text size="sm">{told}</Text>
      {also && <Text size="sm">{also}</Text>}
      {same > 0 && (
        <Text size="sm">{t('{number} stays as it is|{number} stay as they are', { count: same, number: figure(same) })}</Text>
      )}
      {refused > 0 && (
        <Text size="sm">
          {doing === 'remove'
            ? t('{number} you may not delete: {names}', { number: figure(refused), names })
            : t('{number} you may not change: {names}', { number: figure(refused), names })}
        </Text>
      )}
    </Stack>
  )
}
