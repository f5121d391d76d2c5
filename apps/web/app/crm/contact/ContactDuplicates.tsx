import { contactPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { Duplicates } from '#crm/merge/Duplicates'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'

export const handle = { name: phrase('Duplicates') }
export const clientLoader = guard({ rules: contactPolicy.merge })

export default function ContactDuplicates() {
  const t = useText()
  return (
    <Duplicates
      kind="contact"
      policy={contactPolicy}
      listTitle={t('Contacts')}
      nameOf={({ fullName }) => fullName}
      detailOf={({ company, title, email }) => [company.legalName, title, email].filter(Boolean).join(' · ')}
    />
  )
}
