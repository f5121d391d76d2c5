import { IconAddressBook } from '@tabler/icons-react'
import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { CompanyLink } from '#crm/company/CompanyLink'
import { ImportLink, MassUploadButton } from '#crm/fileImport/MassUploadButton'
import { DuplicatesButton, MergePicked } from '#crm/merge/MergeButtons'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { ViewedList } from '#ui/view/ViewedList'
import { useContactEditing } from './useContactEditing.ts'

export const handle = { name: phrase('Contacts') }
export const clientLoader = guard({ rules: contactPolicy.see })

const nameOf = ({ fullName }: Contact) => fullName

const companyOf = ({ company }: Contact) => <CompanyLink of={company} />

const bulkActions = bulkActionsFor<Contact>({ kind: 'contact', policy: contactPolicy, nameOf }, (records) => (
  <MergePicked kind="contact" policy={contactPolicy} records={records} />
))

export default function ContactList() {
  const t = useText()
  const { columns, filters } = useFields(contactFields)
  const mayChange = can(useActor(), contactPolicy.update)
  const edit = useContactEditing()
  return (
    <ViewedList
      kind="contact"
      title={t('Contacts')}
      policy={contactPolicy}
      columns={columns({ lastName: nameOf, companyId: companyOf }, edit)}
      edit={edit}
      fields={contactFields}
      nameOf={nameOf}
      filters={filters}
      sort="-dateCreated"
      createText={t('New Contact')}
      {...(mayChange && { bulkActions })}
      empty={{
        icon: IconAddressBook,
        title: t('No contacts yet'),
        text: t('Keep the people at your companies, and what was said and agreed with each.'),
        children: <ImportLink kind="contact" rules={contactPolicy.upload} />,
      }}
      actions={
        <>
          <DuplicatesButton kind="contact" policy={contactPolicy} />
          <MassUploadButton kind="contact" rules={contactPolicy.upload} />
        </>
      }
    />
  )
}
