// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { DriveItem, Share } from '@tradewind/contract/drive/item'
import { expect, test } from 'vitest'
import { contactFeature } from '#crm/contact.feature'
import { Failure } from '#kit/api/failure'
import { FeaturesContext } from '#kit/feature'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { sampleContact } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { NewFolder } from './DriveDialog.tsx'
import { Dialogs } from './ItemMenu.tsx'
import MyDrive from './MyDrive.tsx'

const file: DriveItem = {
  uniqueId: '00000000-0000-4000-8000-000000000001',
  documentId: '00000000-0000-4000-8000-000000000002',
  name: 'offer.2026.pdf',
  folder: false,
  parentFolderId: null,
  ownerId: myUserId,
  dateCreated: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  size: 5,
  mimeType: null,
  sharedWith: [],
  sharedAbove: [],
  lastDay: null,
  items: null,
  createdByUser: { uniqueId: myUserId, fullName: 'Kim Berg', userCompanyName: null },
}

const openDialog = (dialog: 'share' | 'rename' | 'move', item = file) =>
  renderScreen(<Dialogs opened={{ dialog, items: [item] }} onClose={() => {}} onDone={() => {}} />)

const emails = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Emails' })
const mockShare = (share: () => never) =>
  mockCalls({
    'GET /api/files/sharedUsers': () => listAnswer([]),
    'GET /api/files/details/:uniqueId': () => ({ ...file, shares: [] }),
    'POST /api/files/share': share,
  })

test('after a rejected share the focus is in the field again', async () => {
  mockShare(() => throwFailure(new Failure(422, 'Please check the form', { shareWith: 'Share with fewer people' })))
  const { user } = openDialog('share')
  const submit = await screen.findByRole('button', { name: 'Share' })
  await user.click(submit)
  await screen.findByText('Share with at least 1 email address!')
  await waitFor(async () => expect(document.activeElement).toBe(await emails()))
  await user.type(await emails(), 'ann@a.test{Enter}')
  await user.click(submit)
  await screen.findByText('Share with fewer people')
  await waitFor(async () => expect(document.activeElement).toBe(await emails()))
})

test('a rejected share or move says why, also if that is about no field of the dialog', async () => {
  const gone = new Failure(422, 'Please check the form', { uniqueIds: 'The file is gone' })
  mockShare(() => throwFailure(gone))
  const first = openDialog('share')
  await first.user.type(await emails(), 'ann@a.test{Enter}')
  await first.user.click(await screen.findByRole('button', { name: 'Share' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The file is gone')
  first.close()
  mockCalls({
    'GET /api/files/': () => listAnswer([]),
    'GET /api/files/folderStructure/:uniqueId': () => listAnswer([{ uniqueId: file.ownerId, name: 'Offers', folder: true }]),
    'POST /api/files/move': () => throwFailure(gone),
  })
  const { user } = openDialog('move', { ...file, parentFolderId: file.ownerId })
  await user.click(await screen.findByRole('button', { name: /My Drive/ }))
  await user.click(screen.getByRole('button', { name: 'Move here' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The file is gone')
})

test('a name instead of an address stays in the field as one text that can be edited, and nothing is shared', async () => {
  const { inputsOf } = mockShare(() => throwFailure(new Failure(500, 'Not expected')))
  const { user } = openDialog('share')
  const submit = await screen.findByRole('button', { name: 'Share' })
  await user.type(await emails(), 'ben@b.test Ann Lee{Enter}')
  expect(screen.getByText('ben@b.test')).toBeTruthy()
  expect(screen.getByText('Ann Lee is not an email address')).toBeTruthy()
  expect((await emails()).value).toBe('Ann Lee')
  await user.click(submit)
  expect(inputsOf('POST /api/files/share')).toEqual([])
  await user.type(await emails(), '@a.test')
  expect(screen.queryByText(/is not an email address/)).toBeNull()
  await user.clear(await emails())
  await user.paste('ann@a.test, Carl')
  expect((await emails()).value).toBe('Carl')
  await user.clear(await emails())
  await user.click(submit)
  await waitFor(() =>
    expect(inputsOf('POST /api/files/share')).toEqual([{ shareWith: ['ben@b.test', 'ann@a.test'], uniqueIds: [file.uniqueId] }]),
  )
})

test('suggests recipients and contacts by name and address while typing, by the keyboard; other addresses can still be typed', async () => {
  const { inputsOf } = mockCalls({
    'GET /api/files/sharedUsers': () =>
      listAnswer([{ emailAddress: 'ada@nord.test', value: 'ada@nord.test', fullName: 'Ada Nord' }]),
    'GET /api/contact/': () => listAnswer([sampleContact(1, { fullName: 'Adele Süd', email: 'sued@b.test' })]),
    'POST /api/files/share': () => throwFailure(new Failure(500, 'Not expected')),
  })
  const { user } = renderScreen(
    <FeaturesContext value={[contactFeature]}>
      <Dialogs opened={{ dialog: 'share', items: [file] }} onClose={() => {}} onDone={() => {}} />
    </FeaturesContext>,
  )
  await user.type(await emails(), 'ad')
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Ada Nordada@nord.test',
      'Adele Südsued@b.test',
    ]),
  )
  expect(inputsOf('GET /api/contact/')).toMatchObject([{ q: 'ad', where: 'email:notEmpty' }])
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(screen.getByText('sued@b.test')).toBeTruthy()
  await user.type(await emails(), 'free@c.test{Enter}')
  await user.click(screen.getByRole('button', { name: 'Share' }))
  await waitFor(() =>
    expect(inputsOf('POST /api/files/share')).toEqual([
      { shareWith: ['sued@b.test', 'free@c.test'], uniqueIds: [file.uniqueId] },
    ]),
  )
})

test('accounts without contacts are not asked for them', async () => {
  const { inputsOf } = mockShare(() => throwFailure(new Failure(500, 'Not expected')))
  const { user } = openDialog('share')
  await user.type(await emails(), 'ad')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(inputsOf('GET /api/contact/')).toEqual([])
})

const selectedText = async () => {
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'New Name' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return field.value.slice(field.selectionStart!, field.selectionEnd!)
}

test.each([
  ['a file', file, 'offer.2026'],
  ['a folder', { ...file, folder: true }, 'offer.2026.pdf'],
  ['a file that has only an extension', { ...file, name: '.env' }, '.env'],
])('selects the name of %s without an extension to rename it', async (_, item, selected) => {
  openDialog('rename', item)
  expect(await selectedText()).toBe(selected)
})

test('a name that the open folder does not contain can be searched in all folders', async () => {
  mockCalls({
    'GET /api/files/': () => listAnswer([]),
    'GET /api/files/sharedUsers': () => listAnswer([]),
    'GET /api/files/usage': () => throwFailure(new Failure(404, 'None')),
  })
  renderScreen(<MyDrive />, { at: '/user/drive/my-drive?name=R%26D', path: '/user/drive/my-drive' })
  const link = await screen.findByRole('link', { name: 'Search in all folders' })
  expect(link.getAttribute('href')).toMatch(/\/drive\/find\?q=R%26D$/)
  expect(screen.getByText('No file or folder here matches. The filters look only in the open folder.')).toBeTruthy()
})

const shareWith = (number: number, changes: Partial<Share> = {}): Share => ({
  emailAddress: `reader${number}@a.test`,
  fullName: null,
  dateCreated: '2026-03-01T10:00:00.000Z',
  openedAt: null,
  lastDay: null,
  expired: false,
  through: null,
  ...changes,
})
/** The answers of the share dialog of a file with these shares. */
const mockSharing = (shares: readonly Share[]) =>
  mockCalls({
    'GET /api/files/sharedUsers': () => listAnswer([]),
    'GET /api/files/details/:uniqueId': () => ({ ...file, shares: [...shares] }),
    'POST /api/files/share': () => [],
    'POST /api/files/unshare': () => [],
    'PATCH /api/files/share': () => [],
  })
const people = async () =>
  (await screen.findAllByText(/^reader\d+@/)).map((address) => address.closest('li')!).map(({ textContent }) => textContent)
const personOf = (address: string) => within(screen.getByText(address).closest('li')!)

test('the share dialog takes a last day, which survives a reload and is sent only if there is one', async () => {
  const { inputsOf } = mockSharing([])
  const first = openDialog('share')
  await first.user.type(await emails(), 'ann@a.test{Enter}')
  await first.user.type(await textbox('Last day (optional)'), '31-12-2098')
  first.close()
  const { user } = openDialog('share')
  expect((await textbox('Last day (optional)')).value).toBe('31-12-2098')
  await user.click(screen.getByRole('button', { name: 'Share' }))
  const uniqueIds = [file.uniqueId]
  await waitFor(() =>
    expect(inputsOf('POST /api/files/share')).toEqual([{ shareWith: ['ann@a.test'], uniqueIds, lastDay: '2098-12-31' }]),
  )
})

test('a last day that is no day, or is rejected, stays in the field, which says why', async () => {
  mockShare(() => throwFailure(new Failure(422, 'Please check the form', { lastDay: 'It is over' })))
  const { user } = openDialog('share')
  await user.type(await emails(), 'ann@a.test{Enter}')
  await user.type(await textbox('Last day (optional)'), 'soon')
  await user.click(screen.getByRole('button', { name: 'Share' }))
  await screen.findByText('This is not a date. Write it like 31-12-2026.')
  await user.clear(await textbox('Last day (optional)'))
  await user.type(await textbox('Last day (optional)'), '01-01-2020')
  await user.click(screen.getByRole('button', { name: 'Share' }))
  await screen.findByText('It is over')
  expect((await textbox('Last day (optional)')).getAttribute('aria-invalid')).toBe('true')
})

test('the share dialog lists who has access already: through which folder, until when, and whose access has expired', async () => {
  const through = { uniqueId: '00000000-0000-4000-8000-000000000007', name: 'Contracts' }
  const { inputsOf } = mockSharing([
    shareWith(1, { lastDay: '2098-12-31' }),
    shareWith(2, { through }),
    shareWith(3, { lastDay: '2026-01-31', expired: true }),
  ])
  const { user } = openDialog('share')
  expect(await people()).toEqual([
    expect.stringContaining('reader1@a.testcan open and download until 31\u201112\u20112098'),
    expect.stringContaining('reader2@a.testthrough the folder Contracts · can open and download'),
    expect.stringContaining('reader3@a.testExpired on 31\u201101\u20112026'),
  ])
  await user.click(personOf('reader2@a.test').getByRole('button', { name: 'UnShare' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, Un Share it!' }))
  await waitFor(() =>
    expect(inputsOf('POST /api/files/unshare')).toEqual([{ uniqueId: through.uniqueId, email: 'reader2@a.test' }]),
  )
  await user.click(personOf('reader3@a.test').getByRole('button', { name: 'Change the last day of reader3@a.test' }))
  expect(document.activeElement).toBe(await textbox('Last day'))
  await user.keyboard('31-12-2099{Enter}')
  await waitFor(() =>
    expect(inputsOf('PATCH /api/files/share')).toEqual([
      { uniqueId: file.uniqueId, email: 'reader3@a.test', lastDay: '2099-12-31' },
    ]),
  )
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Extend'))
})

test('a last day can be removed, and an empty one is not taken for that', async () => {
  const { inputsOf } = mockSharing([shareWith(1, { lastDay: '2098-12-31' })])
  const { user } = openDialog('share')
  await user.click(await screen.findByRole('button', { name: 'Change the last day of reader1@a.test' }))
  await user.clear(await textbox('Last day'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('This is not a date. Write it like 31-12-2026.')
  expect(inputsOf('PATCH /api/files/share')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'No last day' }))
  await waitFor(() => expect(inputsOf('PATCH /api/files/share')).toMatchObject([{ lastDay: null }]))
})

test('of many people who have access ten are listed, then ten more', async () => {
  mockSharing(Array.from({ length: 25 }, (_, at) => shareWith(at)))
  const { user } = openDialog('share')
  expect(await people()).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(await people()).toHaveLength(20)
})

test('the share dialog of several items names who has access to one of them or more', async () => {
  mockSharing([])
  const items = [
    { ...file, sharedWith: ['ann@a.test'] },
    { ...file, uniqueId: '00000000-0000-4000-8000-000000000008', sharedAbove: ['ben@b.test', 'ANN@a.test'] },
  ]
  renderScreen(<Dialogs opened={{ dialog: 'share', items }} onClose={() => {}} onDone={() => {}} />)
  expect(await screen.findByText(/To one of them or more: (ann|ANN)@a\.test, ben@b\.test/)).toBeTruthy()
})

const gone = () => throwFailure(new Failure(404, 'Folder not found'))

test('a folder that is gone has a way back, and no actions that would add something to it', async () => {
  mockCalls({
    'GET /api/files/': gone,
    'GET /api/files/folderStructure/:uniqueId': gone,
    'GET /api/files/details/:uniqueId': gone,
    'GET /api/files/sharedUsers': () => listAnswer([]),
    'GET /api/files/usage': gone,
  })
  renderScreen(<MyDrive />, { at: `/user/drive/my-drive/${file.uniqueId}`, path: '/user/drive/my-drive/:uniqueId' })
  await screen.findByText('This file or folder is not available')
  expect(screen.getAllByRole('link', { name: 'My Drive' })).not.toEqual([])
  for (const name of ['Upload', 'New Folder', 'Apply Filter']) expect(screen.queryByRole('button', { name })).toBeNull()
})

const textbox = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

test('names of files and folders and addresses survive a reload, until they are saved', async () => {
  mockCalls({
    'GET /api/files/sharedUsers': () => listAnswer([]),
    'PUT /api/files/rename': ({ newName }) => ({ ...file, name: newName }),
  })
  const first = openDialog('rename')
  await first.user.clear(await textbox('New Name'))
  await first.user.type(await textbox('New Name'), 'Prices.pdf')
  first.close()
  const second = openDialog('rename')
  expect((await textbox('New Name')).value).toBe('Prices.pdf')
  expect(screen.getByText('Your unsaved text was restored')).toBeTruthy()
  await second.user.click(screen.getByRole('button', { name: 'Rename' }))
  await screen.findByText('Done')
  second.close()
  const third = openDialog('rename')
  expect((await textbox('New Name')).value).toBe(file.name)
  third.close()
  const sharing = openDialog('share')
  await sharing.user.type(await emails(), 'ann@a.test{Enter}')
  sharing.close()
  openDialog('share')
  expect(await screen.findByText('ann@a.test')).toBeTruthy()
})

test('the name of a new folder survives a reload, and Escape', async () => {
  mockCalls({})
  const first = renderScreen(<NewFolder parentId={null} onClose={() => {}} />)
  await first.user.type(await textbox('Folder name'), 'Contracts{Escape}')
  first.close()
  const { user } = renderScreen(<NewFolder parentId={null} onClose={() => {}} />)
  expect((await textbox('Folder name')).value).toBe('Contracts')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect((await textbox('Folder name')).value).toBe('')
})
