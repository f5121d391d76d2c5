import type { Company } from '@tradewind/contract/crm/company.contract'
import { companyPolicy, seesOutline } from '@tradewind/contract/crm/company.policy'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/audit.policy'
import type { ReactNode } from 'react'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { Facts } from '#ui/record/Facts'
import { History } from '#ui/record/History'
import { Timeline } from '#ui/record/Timeline'
import { Day } from '#ui/values/Day'
import { Website } from '#ui/values/Website'
import { showIn } from './company.shown.ts'
import { labelsIn } from './company.words.ts'
import { TypeBadges } from './TypeBadges.tsx'

export const handle = { name: phrase('Company') }
export const clientLoader = guard({ rules: companyPolicy.see })

export default function CompanyShow() {
  const t = useText()
  const actor = useActor()
  return (
    <DetailPage kind="company" policy={companyPolicy} listTitle={t('Companies')} nameOf={({ legalName }) => legalName}>
      {(company) => (
        <>
          <Panel>
            <CompanyFacts company={company} />
          </Panel>
          <Timeline kind="company" uniqueId={company.uniqueId} />
          {can(actor, historyOf(companyPolicy), company) && (
            <History kind="company" uniqueId={company.uniqueId} labels={labelsIn(t)} show={showIn(t)} />
          )}
        </>
      )}
    </DetailPage>
  )
}

const CompanyFacts = ({ company }: { company: Company }) => {
  const t = useText()
  const labels = labelsIn(t)
  const isOutline = seesOutline(useActor())
  // What somebody may not see is left out: an N/A would say that the company has none.
  const unlessOutline = (...facts: { label: string; value: ReactNode }[]) => (isOutline ? [] : facts)
  return (
    <Facts
      facts={[
        { label: labels.legalName, value: company.legalName },
        { label: labels.country, value: company.country || null },
        { label: labels.website, value: <Website address={company.website} /> },
        ...unlessOutline({ label: labels.companyTypeList, value: <TypeBadges types={company.companyTypeList} /> }),
        { label: t('Date Created'), value: <Day at={company.dateCreated} /> },
        ...unlessOutline(
          { label: labels.address, value: company.address },
          { label: labels.taxRefNumber, value: company.taxRefNumber },
        ),
      ]}
    />
  )
}
