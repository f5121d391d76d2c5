import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { MergePage } from '#crm/merge/MergePage'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'

export const handle = { name: phrase('Merge contacts') }
export const clientLoader = guard({ rules: contactPolicy.merge })

const companyOf = ({ company }: Contact) => company.legalName

export default function ContactMerge() {
  const t = useText()
  return (
    <MergePage
      kind="contact"
      fields={contactFields}
      listTitle={t('Contacts')}
      nameOf={({ fullName }) => fullName}
      show={{ companyId: companyOf }}
    />
  )
}
