// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Wording } from '#kit/text'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleProjectCompany, sampleTime } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import ProjectEvents from './ProjectEvents.tsx'

const bergwald = sampleProjectCompany(1, {
  company: { uniqueId: companyId(101), legalName: 'Bergwald', country: 'Norway', website: '' },
  priority: 'LOW',
})

const outcome = { total: 1, changes: 1, same: 0, refused: 0, refusedExamples: [], belonging: [] }

const open = (
  search = '',
  role: 'ROLE_TENANT_ADMIN' | 'ROLE_LEVEL2' = 'ROLE_TENANT_ADMIN',
  wording: Wording = { language: 'en', texts: {} },
) => {
  const calls = mockCalls({
    'GET /api/projectCompany/': () => listAnswer([bergwald]),
    'GET /api/customField/': () => listAnswer([]),
    'GET /api/view/': () => listAnswer([]),
    'PATCH /api/projectCompany/bulk': () => ({ ...outcome, operation: null }),
    'PATCH /api/projectCompany/': () => ({ ...bergwald, updatedAt: '2026-03-02T10:00:00.000Z' }),
  })
  return {
    ...calls,
    ...renderScreen(<ProjectEvents />, { at: `/crm/project/listOld${search}`, path: '/crm/project/listOld', role, wording }),
  }
}

test('priority and days of contact are edited in the rows of Project Events, as in a project', async () => {
  const { user, inputsOf } = open()
  await user.click(await screen.findByRole('button', { name: 'Priority of Bergwald, Harbour: Low' }))
  await user.click(await screen.findByRole('menuitem', { name: 'High' }))
  await waitFor(() =>
    expect(inputsOf('PATCH /api/projectCompany/')).toEqual([{ uniqueId: companyId(1), priority: 'HIGH', updatedAt: sampleTime }]),
  )
  for (const day of ['Last Contact', 'Next Contact'])
    expect(screen.getByRole('button', { name: `${day} of Bergwald, Harbour: N/A` })).toBeTruthy()
})

test('a further column of Project Events is edited, too', async () => {
  const { user, inputsOf } = open('?cols=company,potential')
  await user.click(await screen.findByRole('button', { name: 'Edit Potential of Bergwald, Harbour' }))
  await user.click(await screen.findByRole('combobox', { name: 'Potential' }))
  await user.click(await screen.findByRole('option', { name: 'Medium' }))
  await waitFor(() => expect(inputsOf('PATCH /api/projectCompany/')).toMatchObject([{ potential: 'MEDIUM' }]))
})

test('users who only see companies in projects are offered no editing', async () => {
  open('', 'ROLE_LEVEL2')
  expect(await screen.findByText('Low')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /of Bergwald, Harbour/ })).toBeNull()
})

test('ticked rows are changed at once: their levels and the next contact, which can be emptied', async () => {
  const { user, inputsOf } = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Bergwald' }))
  await user.click(await screen.findByRole('button', { name: 'Change…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = await dialog.findByRole<HTMLSelectElement>('combobox', { name: 'Field' })
  expect([...field.options].map(({ text }) => text)).toEqual(['Priority', 'Potential', 'Interest', 'Next Contact'])
  await user.click(dialog.getByRole('checkbox', { name: 'Make empty' }))
  await waitFor(() =>
    expect(inputsOf('PATCH /api/projectCompany/bulk').at(-1)).toMatchObject({
      ids: [companyId(1)],
      change: { priority: null },
      dryRun: true,
    }),
  )
  await user.selectOptions(field, 'Next Contact')
  await user.click(dialog.getByRole('checkbox', { name: 'Make empty' }))
  await waitFor(() => expect(inputsOf('PATCH /api/projectCompany/bulk').at(-1)).toMatchObject({ change: { nextContact: null } }))
})

test('priority has words of its own where its gender differs from that of potential', async () => {
  const texts = { Low: 'Basso', 'Low@@priority': 'Bassa', 'High@@priority': 'Alta' }
  const { user } = open('', 'ROLE_TENANT_ADMIN', { language: 'it', texts })
  await user.click(await screen.findByRole('button', { name: 'Priority of Bergwald, Harbour: Bassa' }))
  expect(await screen.findByRole('menuitem', { name: 'Alta' })).toBeTruthy()
  expect(screen.queryByText('Basso')).toBeNull()
})
