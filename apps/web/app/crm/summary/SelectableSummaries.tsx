import { summaryPolicy } from '@tradewind/contract/crm/policies'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { can } from '@tradewind/contract/kit/policy'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { SelectAll, SelectRow } from '#ui/list/DataTable'
import { type Matching, SelectionBar, useSelection } from '#ui/list/SelectionBar'
import { nameOf } from './Shared.tsx'
import type { SummaryListProps } from './SummaryCards.tsx'

const bulkActions = bulkActionsFor<Summary>({ kind: 'summary', policy: summaryPolicy, nameOf })

/** Projects may be hidden from the actor: no change of many takes them as a filter. */
const isMatchable = ({ filters }: Matching) => !('project' in filters || 'projectUid' in filters)

/** The cards of a list, which can be selected by those who may change or delete summaries, and the actions for those that are. */
export const SelectableSummaries = ({ rows, matching, renderCard }: SummaryListProps) => {
  const t = useText()
  const actor = useActor()
  const all = isMatchable(matching) ? matching : undefined
  const { selection, selectedRows, clear, allMatching, selectAllMatching } = useSelection(rows, nameOf, all)
  if (!can(actor, summaryPolicy.update) && !can(actor, summaryPolicy.remove)) return rows.map((summary) => renderCard(summary))
  return (
    <>
      <SelectAll selection={selection} keys={rows.map(({ uniqueId }) => uniqueId)} label={t('Select all')} />
      {rows.map((summary) => renderCard(summary, <SelectRow selection={selection} of={summary.uniqueId} />))}
      <SelectionBar
        count={selectedRows.length}
        selectedTotal={allMatching}
        total={all}
        onSelectAll={selectAllMatching}
        onClear={clear}
      >
        {bulkActions(selectedRows, clear, allMatching)}
      </SelectionBar>
    </>
  )
}
