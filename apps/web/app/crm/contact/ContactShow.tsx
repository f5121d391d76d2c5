import { Anchor } from '@mantine/core'
import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { contactRoleNames } from '@tradewind/contract/crm/contact.words'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/audit.policy'
import { CompanyLink } from '#crm/company/CompanyLink'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { Facts } from '#ui/record/Facts'
import { History } from '#ui/record/History'
import { Timeline } from '#ui/record/Timeline'
import { Day } from '#ui/values/Day'
import { historyLabelsIn, labelsIn, showIn } from './contact.words.ts'

export const handle = { name: phrase('Contact') }
export const clientLoader = guard({ rules: contactPolicy.see })

export default function ContactShow() {
  const t = useText()
  const actor = useActor()
  return (
    <DetailPage kind="contact" policy={contactPolicy} listTitle={t('Contacts')} nameOf={({ fullName }) => fullName}>
      {(contact) => (
        <>
          <Panel>
            <ContactFacts contact={contact} />
          </Panel>
          <Timeline kind="contact" uniqueId={contact.uniqueId} />
          {can(actor, historyOf(contactPolicy), contact) && (
            <History kind="contact" uniqueId={contact.uniqueId} labels={historyLabelsIn(t)} show={showIn(t)} />
          )}
        </>
      )}
    </DetailPage>
  )
}

const ContactFacts = ({ contact }: { contact: Contact }) => {
  const t = useText()
  const labels = labelsIn(t)
  const { company, email, number } = contact
  return (
    <Facts
      facts={[
        { label: labels.firstName, value: contact.firstName },
        { label: labels.lastName, value: contact.lastName },
        { label: labels.title, value: contact.title },
        { label: labels.contactRole, value: t(contactRoleNames[contact.contactRole]) },
        { label: labels.companyId, value: <CompanyLink of={company} /> },
        { label: labels.email, value: email && <Anchor href={`mailto:${email}`}>{email}</Anchor> },
        { label: labels.number, value: number && <Anchor href={`tel:${number.replace(/[^\d+]/g, '')}`}>{number}</Anchor> },
        { label: t('Date Created'), value: <Day at={contact.dateCreated} /> },
      ]}
    />
  )
}
