import { IconAddressBook } from '@tabler/icons-react'
import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { useContactEditing } from '#crm/contact/useContactEditing'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { useListing } from '#ui/list/Paged'
import { RowMenu } from '#ui/record/RowMenu'
import { useNextActions } from './nextActions.tsx'
import { selectColumns, TabEmpty, TabList } from './RecordTabs.tsx'

const nameOf = ({ fullName }: Contact) => fullName

const menuOf = (contact: Contact) => <RowMenu kind="contact" policy={contactPolicy} record={contact} name={nameOf(contact)} />

/** The contacts of a company. */
export const ContactsTab = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const at = useArea()
  const { columns } = useFields(contactFields)
  const listing = useListing('GET /api/contact/', { fixedInput: { companyId: uniqueId }, sort: 'lastName' })
  const edit = useContactEditing()
  const { contact } = useNextActions({ kind: 'company', uniqueId })
  return (
    <TabList
      listing={listing}
      label={t('Contacts')}
      columns={selectColumns(columns({ lastName: nameOf }, edit), {
        lastName: '24%',
        title: '20%',
        contactRole: '16%',
        email: null,
        number: null,
        dateCreated: '12%',
      })}
      linkOf={(one) => at(`contact/show/${one.uniqueId}`)}
      menuOf={menuOf}
      empty={
        <TabEmpty
          icon={IconAddressBook}
          title={t('No contacts yet')}
          text={t('Keep the people at your companies, and what was said and agreed with each.')}
          fill={contact}
        />
      }
    />
  )
}
