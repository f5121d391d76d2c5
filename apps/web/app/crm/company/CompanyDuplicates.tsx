import { companyPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { Duplicates } from '#crm/merge/Duplicates'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'

export const handle = { name: phrase('Duplicates') }
export const clientLoader = guard({ rules: companyPolicy.merge })

export default function CompanyDuplicates() {
  const t = useText()
  return (
    <Duplicates
      kind="company"
      policy={companyPolicy}
      listTitle={t('Companies')}
      nameOf={({ legalName }) => legalName}
      detailOf={({ country, website, taxRefNumber }) => [t(country), website, taxRefNumber].filter(Boolean).join(' · ')}
    />
  )
}
