import { IconAddressBook } from '@tabler/icons-react'
import type { Contact } from '@tradewind/contract/contact/contact.contract'
import { contactPolicy } from '@tradewind/contract/contact/contact.policy'
import { can } from '@tradewind/contract/kit/policy'
import { guard } from '#kit/account/guard'
import { useActor } from '#kit/session'
import { phrase, type Say, useText } from '#kit/text'
import { contactRoleNames } from '#ui/contact/contactRoles'
import type { Column } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { MassUploadButton, MassUploadLayer } from '#ui/massUpload/MassUploadLayer'
import { RemovePicked } from '#ui/pick/RemovePicked'
import { CompanyLink } from '#ui/company/CompanyLink'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { labelsIn } from './contact.words.ts'

export const handle = { name: phrase('Contacts') }
export const clientLoader = guard({ rules: contactPolicy.see })

const columnsIn = (t: Say): Column<Contact>[] => {
  const labels = labelsIn(t)
  return [
    { field: 'firstName', head: t('Name'), show: ({ firstName }) => firstName, sorts: true, width: '12%' },
    { field: 'lastName', head: t('Surname'), show: ({ lastName }) => <Clip>{lastName}</Clip>, sorts: true, width: '14%' },
    {
      field: 'company',
      head: t('Company Name'),
      show: ({ company }) => <CompanyLink of={company} />,
      sorts: true,
      width: '18%',
    },
    { field: 'title', head: labels.title, show: ({ title }) => <Clip>{title}</Clip>, width: '14%' },
    {
      field: 'contactRole',
      head: t('Role'),
      show: ({ contactRole }) => <Clip>{t(contactRoleNames[contactRole])}</Clip>,
      width: '11%',
    },
    { field: 'email', head: labels.email, show: ({ email }) => <Clip>{email ?? t('N/A')}</Clip>, width: '20%' },
    { field: 'dateCreated', head: t('Created'), show: ({ dateCreated }) => <Day at={dateCreated} />, sorts: true, width: '11%' },
  ]
}

const nameOf = ({ fullName }: Contact) => fullName

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
