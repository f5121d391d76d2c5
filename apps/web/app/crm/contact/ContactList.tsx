import { IconAddressBook } from '@tabler/icons-react'
import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { contactRoleNames } from '@tradewind/contract/crm/contact.words'
import { can } from '@tradewind/contract/kit/policy'
import { CompanyLink } from '#crm/company/CompanyLink'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, type Say, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { RemovePicked } from '#ui/list/RemovePicked'
import { MassUploadButton, MassUploadLayer } from '#ui/massUpload/MassUploadLayer'
import { Day } from '#ui/values/Day'
import { labelsIn } from './contact.words.ts'

export const handle = { name: phrase('Contacts') }
export const clientLoader = guard({ rules: contactPolicy.see })

const nameOf = ({ fullName }: Contact) => fullName

const columnsIn = (t: Say): Column<Contact>[] => {
  const labels = labelsIn(t)
  return [
    // In the order of surnames, as people are looked up.
    { field: 'lastName', head: t('Full Name'), show: nameOf, sorts: true, width: '20%' },
    {
      field: 'company',
      head: t('Company Name'),
      show: ({ company }) => <CompanyLink of={company} />,
      sorts: true,
      width: '20%',
    },
    { field: 'title', head: labels.title, show: ({ title }) => title, width: '14%' },
    {
      field: 'contactRole',
      head: t('Role'),
      show: ({ contactRole }) => t(contactRoleNames[contactRole]),
      width: '13%',
    },
    { field: 'email', head: labels.email, show: ({ email }) => email ?? t('N/A'), width: '21%' },
    { field: 'dateCreated', head: t('Created'), show: ({ dateCreated }) => <Day at={dateCreated} />, sorts: true, width: '12%' },
  ]
}

const picked = (records: readonly Contact[], clear: () => void) => (
  <RemovePicked kind="contact" policy={contactPolicy} records={records} nameOf={nameOf} onDone={clear} />
)

export default function ContactList() {
  const t = useText()
  const mayRemove = can(useActor(), contactPolicy.remove)
  return (
    <>
      <ListPage
        kind="contact"
        title={t('Contacts')}
        policy={contactPolicy}
        columns={columnsIn(t)}
        nameOf={nameOf}
        filters={{ firstName: t('Name'), lastName: t('Surname'), company: t('Company Name') }}
        sort="-dateCreated"
        createText={t('New contact')}
        {...(mayRemove && { picked })}
        empty={{
          icon: IconAddressBook,
          title: t('No contacts yet'),
          text: t('The people at your companies stand here, each with what was said and agreed.'),
        }}
        actions={<MassUploadButton rules={contactPolicy.upload} />}
      />
      <MassUploadLayer kind="contact" />
    </>
  )
}
