// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import type { Attachment } from '@tradewind/contract/operations/attachment.contract'
import type { Role } from '@tradewind/contract/roles'
import { expect, test } from 'vitest'
import { companyFeature } from '#crm/company.feature'
import CompanyShow from '#crm/record/CompanyShow'
import { FeaturesContext } from '#kit/feature'
import { listAnswer, mockCalls } from '../../test/answers.ts'
import { companyId, sampleCompany } from '../../test/samples.ts'
import { myUserId, renderScreen } from '../../test/visit.tsx'
import { AttachedFiles } from './AttachedFiles.tsx'
import { attachmentFeature } from './attachment.feature.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const record = idOf(9)
const fileOf = (number: number, name: string, mimeType: string): Attachment => ({
  uniqueId: idOf(number),
  name,
  size: 906,
  mimeType,
  attachedBy: { uniqueId: myUserId, fullName: 'Kim Berg' },
  dateCreated: '2026-03-01T10:00:00.000Z',
  mayDetach: false,
  fileId: null,
})
const talk = fileOf(13, 'Talk.mp4', 'video/mp4')
const files = [fileOf(11, 'Boat.png', 'image/png'), fileOf(12, 'Drawings.zip', 'application/zip')]

const tab = `/crm/company/show/${record}?tab=files`
const openFiles = (at: string, attached = () => files) => {
  mockCalls({
    'GET /api/attachment/': () => listAnswer([...attached()]),
    'POST /api/attachment/ticket': () => ({ url: 'about:blank' }),
  })
  return renderScreen(<AttachedFiles kind="company" uniqueId={record} />, { at })
}
const dialog = (name: string) => screen.findByRole('dialog', { name })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const address = () => location.pathname + location.search

test('the viewer is in the address: Back closes it and stays in the tab, and so does its button, which leaves no entry behind', async () => {
  const { user, router } = openFiles(tab)
  const view = await screen.findByRole('button', { name: 'View Boat.png' })
  await user.click(view)
  await dialog('Boat.png')
  expect(address()).toBe(`${tab}&file=${idOf(11)}`)
  await act(() => router.navigate(-1))
  await isClosed()
  expect(address()).toBe(tab)
  await act(() => router.navigate(1))
  await dialog('Boat.png')
  await user.keyboard('{ArrowRight}')
  await dialog('Drawings.zip')
  await user.keyboard('{Escape}{Escape}')
  await isClosed()
  expect(address()).toBe(tab)
})

test('an address with the viewer opens it, and closing it stays on the page', async () => {
  const { user } = openFiles(`${tab}&file=${idOf(12)}`)
  await dialog('Drawings.zip')
  await screen.findByText('2 of 2')
  await user.keyboard('{Escape}')
  await isClosed()
  expect(address()).toBe(tab)
})

test('a file that was detached says so, before it was opened and while it is viewed', async () => {
  const unknown = openFiles(`${tab}&file=${idOf(77)}`)
  await dialog('File')
  await screen.findByText('This file or folder is not available')
  unknown.close()
  let attached = files
  const { client } = openFiles(`${tab}&file=${idOf(11)}`, () => attached)
  await dialog('Boat.png')
  attached = files.slice(1)
  await act(() => client.invalidateQueries({ queryKey: ['attachment'] }))
  await screen.findByText('This file or folder is not available')
  expect(await dialog('Boat.png')).toBeTruthy()
})

const openCompany = (role: Role) => {
  mockCalls({
    'GET /api/company/:uniqueId': () => sampleCompany(1),
    'GET /api/timeline/:kind/:uniqueId': () => listAnswer([]),
    'GET /api/company/history/:uniqueId': () => listAnswer([]),
    'GET /api/attachment/': () => listAnswer([]),
    'GET /api/files/': () => listAnswer([]),
  })
  return renderScreen(
    <FeaturesContext value={[companyFeature, attachmentFeature]}>
      <CompanyShow />
    </FeaturesContext>,
    { at: `/crm/company/show/${companyId(1)}`, path: '/crm/company/show/:uniqueId', role },
  )
}

test('the head of a record’s page opens the dialog for attaching in the tab of files', async () => {
  const { user } = openCompany('ROLE_TENANT_ADMIN')
  await user.click(await screen.findByRole('link', { name: 'Attach File' }))
  await dialog('Attach files from your drive')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await isClosed()
  expect(location.search).toBe('?tab=files')
  expect(await screen.findByText(/^No files are attached/)).toBeTruthy()
  for (const opener of ['button', 'button', 'link'] as const) {
    await user.click(screen.getByRole(opener, { name: 'Attach File' }))
    await dialog('Attach files from your drive')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await isClosed()
    expect(location.search).toBe('?tab=files')
  }
})

test('who may not change the record is not offered to attach files', async () => {
  openCompany('ROLE_ADMIN')
  await screen.findByRole('tab', { name: /^Files/ })
  expect(screen.queryByRole('link', { name: 'Attach File' })).toBeNull()
})

test('a recording can be played in the viewer, a file of another kind cannot', async () => {
  const { user } = openFiles(tab, () => [...files, talk])
  await user.click(await screen.findByRole('button', { name: 'View Talk.mp4' }))
  expect((await within(await dialog('Talk.mp4')).findByLabelText('Preview of Talk.mp4')).tagName).toBe('VIDEO')
  expect(screen.queryByRole('button', { name: 'View Drawings.zip' })).toBeNull()
})
