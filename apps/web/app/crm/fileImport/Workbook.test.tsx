// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import ImportNew from './ImportNew.tsx'
import { Workbook } from './Workbook.tsx'

test('a file that is not a workbook is refused when it is chosen, with a link to the import that reads it', async () => {
  const { inputsOf } = mockCalls({})
  const { user } = renderScreen(<Workbook kind="contact" onJob={() => {}} onDone={() => {}} />)
  const drop = screen.getByRole('button', { name: /Choose a workbook/ })
  fireEvent.drop(drop, { dataTransfer: { files: [new File(['a'], 'people.CSV')] } })
  const refusal = await screen.findByRole('alert')
  expect(refusal.textContent).toContain('people.CSV cannot be imported here')
  expect(refusal.querySelector('a')!.getAttribute('href')).toMatch(/import\/new\?kind=contact$/)
  const check = screen.getByRole<HTMLButtonElement>('button', { name: 'Check' })
  expect(check.disabled).toBe(true)
  await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, new File(['b'], 'people.xlsx'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(check.disabled).toBe(false)
  expect(inputsOf('POST /api/contact/massUpload')).toEqual([])
})

test('the import from a file says how to get a file that it reads from one of another program', async () => {
  renderScreen(<ImportNew />, { at: '/crm/import/new?kind=contact' })
  const drop = await screen.findByRole('button', { name: /Choose a file/ })
  fireEvent.drop(drop, { dataTransfer: { files: [new File(['a'], 'people.ods')] } })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'people.ods cannot be imported hereSave it as an Excel workbook (.xlsx) or as CSV, and choose that file.',
  )
})

test('the import that is opened from there has the refused file already, once', async () => {
  const workbook = renderScreen(<Workbook kind="contact" onJob={() => {}} onDone={() => {}} />)
  fireEvent.drop(screen.getByRole('button', { name: /Choose a workbook/ }), {
    dataTransfer: { files: [new File(['a'], 'people.CSV')] },
  })
  workbook.close()
  const first = renderScreen(<ImportNew />, { at: '/crm/import/new?kind=contact' })
  await screen.findByRole('button', { name: /people\.CSV/ })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(false)
  first.close()
  renderScreen(<ImportNew />, { at: '/crm/import/new?kind=contact' })
  await screen.findByRole('button', { name: /Choose a file/ })
})
