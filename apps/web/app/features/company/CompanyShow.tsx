import type { Company } from '@tradewind/contract/company/company.contract'
import { companyPolicy } from '@tradewind/contract/company/company.policy'
import { guard } from '#kit/account/guard'
import { phrase, useText } from '#kit/text'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { Facts } from '#ui/record/Facts'
import { History } from '#ui/record/History'
import { Day } from '#ui/values/Day'
import { labelsIn, showIn } from './company.words.ts'
import { TypeBadges } from './TypeBadges.tsx'
import { Website } from './Website.tsx'

export const handle = { name: phrase('Company') }
export const clientLoader = guard({ rules: companyPolicy.see })

export default function CompanyShow() {
  const t = useText()
  return (
    <DetailPage kind="company" policy={companyPolicy} listTitle={t('Companies')} nameOf={({ legalName }) => legalName}>
      {(company) => (
        <>
          <Panel>
            <CompanyFacts company={company} />
          </Panel>
          <History kind="company" uniqueId={company.uniqueId} labels={labelsIn(t)} show={showIn(t)} />
        </>
      )}
    </DetailPage>
  )
}

const CompanyFacts = ({ company }: { company: Company }) => {
  const t = useText()
  const labels = labelsIn(t)
  return (
    <Facts
      facts={[
        { label: labels.legalName, value: company.legalName },
        { label: labels.country, value: company.country || null },
        { label: labels.website, value: <Website address={company.website} /> },
        { label: labels.companyTypeList, value: <TypeBadges types={company.companyTypeList} /> },
        { label: t('Date Created'), value: <Day at={company.dateCreated} /> },
        { label: labels.address, value: company.address },
        { label: labels.taxRefNumber, value: company.taxRefNumber },
      ]}
    />
  )
}
