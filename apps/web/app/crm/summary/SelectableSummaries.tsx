import { summaryPolicy } from '@tradewind/contract/crm/policies'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { can } from '@tradewind/contract/kit/policy'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { SelectAll, SelectRow } from '#ui/list/DataTable'
import { type Matching, Selectable } from '#ui/list/SelectionBar'
import { nameOf } from './Shared.tsx'
import type { SummaryListProps } from './SummaryCards.tsx'

const bulkActions = bulkActionsFor<Summary>({ kind: 'summary', policy: summaryPolicy, nameOf })

/** Projects may be hidden from the actor: no change of many takes them as a filter. */
const isMatchable = ({ filters }: Matching) => !('project' in filters || 'projectUid' in filters)

/** The cards of a list, which can be selected by those who may change or delete summaries, and the actions for those that are. */
export const SelectableSummaries = ({ rows, matching, renderCard }: SummaryListProps) => {
  const t = useText()
  const actor = useActor()
  const mayChange = can(actor, summaryPolicy.update) || can(actor, summaryPolicy.remove)
  return (
    <Selectable
      rows={rows}
      nameOf={nameOf}
      matching={isMatchable(matching) ? matching : undefined}
      actions={mayChange ? bulkActions : undefined}
    >
      {(selection) => (
        <>
          {selection && <SelectAll selection={selection} keys={rows.map(({ uniqueId }) => uniqueId)} label={t('Select all')} />}
          {rows.map((summary) => renderCard(summary, selection && <SelectRow selection={selection} of={summary.uniqueId} />))}
        </>
      )}
    </Selectable>
  )
}
