import { summaryPolicy } from '@tradewind/contract/crm/policies'
import { summaryFields } from '@tradewind/contract/crm/summary.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { ViewedCards } from '#ui/view/ViewedCards'
import { SelectableSummaries } from './SelectableSummaries.tsx'
import { NoSummaries, SummaryCards } from './SummaryCards.tsx'

export const handle = { name: phrase('My Summaries') }
export const clientLoader = guard({ rules: summaryPolicy.see })

/** All summaries that the actor may see. */
export default function MySummaries() {
  const t = useText()
  const filters = {
    dateFrom: { label: t('Date From'), type: 'date' as const },
    dateTo: { label: t('Date To'), type: 'date' as const },
    project: t('Project'),
    company: t('Company'),
  }
  return (
    <ViewedCards
      kind="summary"
      title={t('My Summaries')}
      fields={summaryFields}
      filters={filters}
      sort="-dateCreated"
      empty={<NoSummaries />}
    >
      {(list) => <SummaryCards {...list} List={SelectableSummaries} />}
    </ViewedCards>
  )
}
