import { expect, test } from 'vitest'
import { errorsByField, initialValues, toConvertInput, websiteOf } from './LeadConvert.tsx'

const lead = {
  uniqueId: 'l',
  firstName: 'Rieke',
  lastName: 'Claasen',
  title: null,
  email: 'rieke@werft.example',
  contactNumber: '+49 421 1',
  country: 'Germany',
} as Parameters<typeof initialValues>[0]

test('suggests a website from a company email address, but not from a free mailbox', () => {
  expect(websiteOf('rieke@Werft.Example')).toBe('https://werft.example')
  for (const address of ['a@gmail.com', 'a@web.de', 'a@yahoo.co.uk', 'a@orange.fr', 'nobody']) expect(websiteOf(address)).toBe('')
})

test('sends a new company by its fields, and an existing one by its id', () => {
  const typed = { ...initialValues(lead), legalName: 'Werft' }
  expect(toConvertInput('l', typed)).toMatchObject({
    uniqueId: 'l',
    company: { legalName: 'Werft', website: 'https://werft.example' },
  })
  expect(toConvertInput('l', typed)).not.toHaveProperty('companyId')
  const there = toConvertInput('l', { ...typed, isNew: false, companyId: 'c' })
  expect(there).toMatchObject({ companyId: 'c', contact: { firstName: 'Rieke', number: '+49 421 1' } })
  expect(there).not.toHaveProperty('company')
})

test('maps an error on a part of the input to the form field', () => {
  expect(errorsByField({ 'company.legalName': 'Taken', 'contact.title': 'Missing', companyId: 'Gone' })).toEqual({
    legalName: 'Taken',
    title: 'Missing',
    companyId: 'Gone',
  })
})
