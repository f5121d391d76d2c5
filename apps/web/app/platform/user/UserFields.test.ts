import { expect, test } from 'vitest'
import { emptyUser, userInput } from './UserFields.tsx'

const company = { userCompanyName: 'Brandt GmbH', userCompanyCountry: 'Germany', isPartner: true }
const typed = { ...emptyUser, lastName: 'Brandt', allowedCountries: ['Italy'], ...company }
const [level3, level2] = [{ adminRole: 'ROLE_LEVEL3' }, { adminRole: 'ROLE_LEVEL2' }] as const

test('countries go along with level 3 alone, also where they were typed before another role was chosen', () => {
  expect(userInput(typed, level3, true)).toMatchObject({ lastName: 'Brandt', allowedCountries: ['Italy'] })
  expect(userInput(typed, level2, true)).not.toHaveProperty('allowedCountries')
})

test('a company’s name and country and whether one is a partner go along in the main account alone', () => {
  expect(userInput(typed, level2, true)).toMatchObject(company)
  expect(Object.keys(userInput(typed, level2, false))).toEqual([
    'firstName',
    'middleName',
    'lastName',
    'emailAddress',
    'adminRole',
  ])
})

test('of a change only what has changed goes along', () => {
  expect(userInput({ isPartner: false }, level3, true)).toEqual({ isPartner: false })
  expect(userInput({ allowedCountries: [] }, level3, false)).toEqual({ allowedCountries: [] })
})
