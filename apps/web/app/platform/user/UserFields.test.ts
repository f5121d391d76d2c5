import { expect, test } from 'vitest'
import { emptyUser, userInput } from './UserFields.tsx'

const company = { userCompanyName: 'Brandt GmbH', userCompanyCountry: 'Germany', isPartner: true }
const typed = { ...emptyUser, lastName: 'Brandt', allowedCountries: ['Italy'], ...company }
const [level3, level2] = [{ adminRole: 'ROLE_LEVEL3' }, { adminRole: 'ROLE_LEVEL2' }] as const

test('sends countries for level 3 only, even if they were entered before another role was chosen', () => {
  expect(userInput(typed, level3, true)).toMatchObject({ lastName: 'Brandt', allowedCountries: ['Italy'] })
  expect(userInput(typed, level2, true)).not.toHaveProperty('allowedCountries')
})

test('sends a company’s name and country and the partner flag in the main account only', () => {
  expect(userInput(typed, level2, true)).toMatchObject(company)
  expect(Object.keys(userInput(typed, level2, false))).toEqual([
    'firstName',
    'middleName',
    'lastName',
    'emailAddress',
    'adminRole',
  ])
})

test('an update sends only the changed fields', () => {
  expect(userInput({ isPartner: false }, level3, true)).toEqual({ isPartner: false })
  expect(userInput({ allowedCountries: [] }, level3, false)).toEqual({ allowedCountries: [] })
})
