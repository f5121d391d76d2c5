import { expect, test } from 'vitest'
import { createTranslate } from '#kit/text'
import { contactFaults, findFaults, parseContact } from './contact.values.ts'

const t = createTranslate({ language: 'en', texts: {} })
const greta = {
  firstName: ' Greta ',
  lastName: 'Olsen',
  title: 'Head of Sales',
  email: 'greta@olsen.example',
  contactNumber: '+47 (22) 33-44',
  country: 'NO',
}

test('requires all fields, each with its own message', () => {
  expect(parseContact(greta)).toEqual({ ...greta, firstName: 'Greta' })
  expect(findFaults(greta, t)).toEqual({})
  expect(parseContact({ ...greta, title: ' ' })).toBeNull()
  expect(findFaults({}, t)).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    title: 'Title is required',
    email: 'Email is required',
    contactNumber: 'Contact number is required',
    country: 'Country is required',
  })
})

test('reports an invalid email address and phone number with the server’s messages', () => {
  for (const email of ['greta', 'greta@', 'greta@olsen', 'a b@c.de', 'a@b.de, c@d.de'])
    expect(findFaults({ ...greta, email }, t)).toEqual({ email: 'Email is not a valid address' })
  expect(findFaults({ ...greta, contactNumber: 'call me' }, t)).toEqual({
    contactNumber: 'Contact number can only contain digits, spaces, + - ( and )',
  })
})

test('picks the faults of the contact data from those that the server found', () => {
  expect(contactFaults({ email: 'Email is not a valid address', answers: 'Please answer all questions.' })).toEqual({
    email: 'Email is not a valid address',
  })
})
