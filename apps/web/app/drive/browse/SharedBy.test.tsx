// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import SharedBy from './SharedBy.tsx'

const open = (role: 'ROLE_FREE' | 'ROLE_PRO') => {
  mockCalls({ 'GET /api/files/shared': () => listAnswer([]) })
  return renderScreen(<SharedBy />, { role })
}

test('a free account with which nobody shares yet reads what the plans add, with a way to them', async () => {
  open('ROLE_FREE')
  await screen.findByText('Nobody shares with you yet')
  expect(screen.getByText('Companies, contacts and a drive of your own come with the plans.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/pricing')
})

test('a member with a plan reads nothing of them', async () => {
  open('ROLE_PRO')
  await screen.findByText('Nobody shares with you yet')
  expect(screen.queryByRole('link', { name: 'See the plans' })).toBeNull()
})
