import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/audit.policy'
import { CompanyLink } from '#crm/company/CompanyLink'
import { MergedLine } from '#crm/merge/MergedLine'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { useFieldWords } from '#ui/entity/useFieldWords'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { Timeline } from '#ui/record/Timeline'

export const handle = { name: phrase('Contact') }
export const clientLoader = guard({ rules: contactPolicy.see })

const companyOf = ({ company }: Contact) => <CompanyLink of={company} />

export default function ContactShow() {
  const t = useText()
  const actor = useActor()
  const { facts } = useFields(contactFields)
  const words = useFieldWords(contactFields)
  return (
    <DetailPage kind="contact" policy={contactPolicy} listTitle={t('Contacts')} nameOf={({ fullName }) => fullName}>
      {(contact) => (
        <>
          <MergedLine kind="contact" policy={contactPolicy} record={contact} />
          <Panel>
            <Facts facts={facts(contact, { companyId: companyOf })} />
          </Panel>
          <Timeline kind="contact" uniqueId={contact.uniqueId} />
          {can(actor, historyOf(contactPolicy), contact) && <History kind="contact" uniqueId={contact.uniqueId} {...words} />}
        </>
      )}
    </DetailPage>
  )
}
