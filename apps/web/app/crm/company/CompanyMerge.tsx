import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { MergePage } from '#crm/merge/MergePage'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'

export const handle = { name: phrase('Merge companies') }
export const clientLoader = guard({ rules: companyPolicy.merge })

export default function CompanyMerge() {
  const t = useText()
  return <MergePage kind="company" fields={companyFields} listTitle={t('Companies')} nameOf={({ legalName }) => legalName} />
}
