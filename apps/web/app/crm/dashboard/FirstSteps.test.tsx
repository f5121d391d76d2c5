// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { FirstSteps } from './Today.tsx'

const open = async (hasCompanies: boolean) => {
  const steps = [
    { step: 'COLLEAGUES', done: false },
    { step: 'COMPANIES', done: hasCompanies },
  ] as const
  mockCalls({ 'GET /api/home/firstSteps': () => listAnswer([...steps]) })
  renderScreen(<FirstSteps />)
  await screen.findByText('First steps')
}

test('the first companies can be imported from a file', async () => {
  await open(false)
  expect(screen.getByRole('link', { name: 'Add the first company' }).getAttribute('href')).toBe('/crm/company/create')
  expect(screen.getByRole('link', { name: 'Import from a file' }).getAttribute('href')).toBe('/crm/import/new')
})

test('once there are companies, the step is done', async () => {
  await open(true)
  expect(screen.getByRole('link', { name: 'Invite a colleague' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Import from a file' })).toBeNull()
})
