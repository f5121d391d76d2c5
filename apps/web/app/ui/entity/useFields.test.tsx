// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { expect, test } from 'vitest'
import { Rows } from '#ui/list/Rows'
import { useNarrowWindow } from '../../../test/browser.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { useEditing } from './useEditing.tsx'
import { useFields } from './useFields.tsx'

const ada: Contact = {
  uniqueId: companyId(1),
  dateCreated: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  createdBy: null,
  firstName: 'Ada',
  lastName: 'Berg',
  fullName: 'Ada Berg',
  title: 'Buyer',
  contactRole: 'INFLUENCER',
  companyId: companyId(2),
  company: { uniqueId: companyId(2), legalName: 'Berg GmbH' },
  email: 'ada@berg.example',
  emailBounced: false,
  hotlisted: false,
  number: '+49 (0)30 123-45',
  language: null,
  custom: {},
}

const List = ({ isEdited = false }: { isEdited?: boolean }) => {
  const { columns } = useFields(contactFields)
  const edit = useEditing({ kind: 'contact', policy: contactPolicy, nameOf: ({ fullName }) => fullName })
  return <Rows<Contact> label="Contacts" rows={[ada]} columns={columns({}, isEdited ? edit : undefined)} keyOf={() => 'ada'} />
}

const addresses = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))

test('a contact’s card on a phone writes and calls, also where its values are edited in place', () => {
  useNarrowWindow()
  renderScreen(<List isEdited />)
  expect(addresses()).toEqual(['mailto:ada@berg.example', 'tel:+493012345'])
  expect(screen.getByRole('button', { name: 'Edit Email of Ada Berg' })).toBeTruthy()
})

test('a table has links only where a click does not edit the value, and no column for the number', () => {
  renderScreen(
    <>
      <List isEdited />
      <List />
    </>,
  )
  expect(addresses()).toEqual(['mailto:ada@berg.example'])
  expect(screen.queryByRole('columnheader', { name: 'Number' })).toBeNull()
})
