import { Stack } from '@mantine/core'
import { companyPolicy, summaryPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useRecord } from '#kit/api/records'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { FailedParent, isParentMissing } from '#ui/record/FailedRecord'
import { SelectableSummaries } from './SelectableSummaries.tsx'
import { NoSummaries, SummaryCards } from './SummaryCards.tsx'

export const handle = { name: phrase('Summaries') }
export const clientLoader = guard({ rules: summaryPolicy.see })

/** The summaries of one company. */
export default function CompanySummaries() {
  const t = useText()
  const { companyUid = '' } = useParams()
  const mayOpen = can(useActor(), companyPolicy.see)
  const { data: company, error, refetch } = useRecord('company', mayOpen ? companyUid : undefined)
  const [total, setTotal] = useState<number>()
  // Summaries may be shared by a company that the user may not see.
  if (isParentMissing(error, total))
    return <FailedParent kind="company" failure={error} onRetry={refetch} listTitle={t('Companies')} />
  return (
    <Stack gap="md">
      <PageHeader
        title={company ? t('Summaries of {name}', { name: company.legalName }) : t('Summaries')}
        currentPage={t('Summaries')}
        count={total}
        trail={company ? [{ text: company.legalName, path: `company/show/${companyUid}` }] : []}
      />
      <SummaryCards
        query={{ companyUid }}
        List={SelectableSummaries}
        onTotal={setTotal}
        empty={<NoSummaries reports={`meetingReport/company/${companyUid}`} />}
      />
    </Stack>
  )
}
