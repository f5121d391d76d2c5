// @vitest-environment jsdom
import { useWindowEvent } from '@mantine/hooks'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Company } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import type { Event } from '@tradewind/contract/crm/event.contract'
import { eventFields } from '@tradewind/contract/crm/event.fields'
import { companyPolicy, eventPolicy } from '@tradewind/contract/crm/policies'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Failure } from '#kit/api/failure'
import { useList } from '#kit/api/query'
import { session } from '#kit/session'
import { Rows } from '#ui/list/Rows'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { useNarrowWindow } from '../../../test/browser.ts'
import { sampleCompany } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { useEditing } from './useEditing.tsx'
import { useFields } from './useFields.tsx'

const List = () => {
  const { columns } = useFields(companyFields)
  const edit = useEditing({ kind: 'company', policy: companyPolicy, nameOf: ({ legalName }) => legalName })
  const { data } = useList('GET /api/company/', {})
  return (
    <Rows<Company>
      label="Companies"
      rows={data?.rows ?? []}
      columns={columns({}, edit)}
      linkOf={({ uniqueId }) => `/crm/company/show/${uniqueId}`}
    />
  )
}

type Sent = Partial<Company> & { uniqueId: string }

/** A server that stores two companies, and rejects a change of an older version. `refusal`: its answer to the next change instead, after `delay`. */
const open = (role: 'ROLE_TENANT_ADMIN' | 'ROLE_ADMIN' = 'ROLE_TENANT_ADMIN') => {
  const kept = new Map([sampleCompany(1), sampleCompany(2, { createdBy: myUserId })].map((one) => [one.uniqueId, one]))
  const state: { refusal?: Failure | undefined; delay?: Promise<unknown> } = {}
  const change = (uniqueId: string, fields: Partial<Company>) => {
    const before = kept.get(uniqueId)!
    const updatedAt = new Date(Date.parse(before.updatedAt) + 1000).toISOString()
    kept.set(uniqueId, { ...before, ...fields, updatedAt })
    return kept.get(uniqueId)!
  }
  const server = mockCalls({
    'GET /api/company/': () => listAnswer([...kept.values()]),
    'PATCH /api/company/': async (input) => {
      const { uniqueId, updatedAt, ...fields } = input as Sent
      await state.delay
      const { refusal } = state
      state.refusal = undefined
      if (refusal) throwFailure(refusal)
      const now = kept.get(uniqueId)!
      if (updatedAt !== now.updatedAt) throwFailure(new Failure(409, 'Ada Nord has changed this meanwhile.', now))
      return change(uniqueId, fields)
    },
  })
  return { ...server, state, change, first: sampleCompany(1), ...renderScreen(<Leavable />, { role }) }
}

/** The list, which can be left without a press on the page, as by *Back*. */
const Leavable = () => {
  const [isLeft, setLeft] = useState(false)
  useWindowEvent('popstate', () => setLeft(true))
  return isLeft ? <p>Elsewhere</p> : <List />
}
const leave = () => act(() => void dispatchEvent(new Event('popstate')))

const pencil = (field: string, number = 1) => screen.findByRole('button', { name: `Edit ${field} of Company ${number}` })
const input = (field: string) => screen.findByRole('textbox', { name: field })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('Enter opens the editor, Enter saves and keeps the focus, and only that field is sent', async () => {
  const { user, inputsOf, first } = open()
  const button = await pencil('Website')
  button.focus()
  await user.keyboard('{Enter}')
  const typed = await input('Website')
  await waitFor(() => expect(document.activeElement).toBe(typed))
  await user.clear(typed)
  await user.type(typed, 'https://other.example{Enter}')
  await isClosed()
  expect(document.activeElement).toBe(button)
  expect(inputsOf('PATCH /api/company/')).toEqual([
    { uniqueId: first.uniqueId, website: 'https://other.example', updatedAt: first.updatedAt },
  ])
  expect(await screen.findByRole('link', { name: 'other.example' })).toBeTruthy()
})

test('an editor stays open with the typed text when the window narrows, and saves from there', async () => {
  const { user, inputsOf, first } = open()
  await user.click(await pencil('Website'))
  await user.clear(await input('Website'))
  await user.type(await input('Website'), 'https://half')
  act(() => useNarrowWindow())
  await screen.findByRole('list', { name: 'Companies' })
  const typed = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Website' })
  expect(typed.value).toBe('https://half')
  await waitFor(() => expect(document.activeElement).toBe(typed))
  await user.type(typed, '.example{Enter}')
  await isClosed()
  expect(inputsOf('PATCH /api/company/')).toEqual([
    { uniqueId: first.uniqueId, website: 'https://half.example', updatedAt: first.updatedAt },
  ])
  await user.click(await pencil('Website'))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Website' })).value).toBe('https://half.example')
})

test('F2 on the name edits it, and Escape discards the typed text', async () => {
  const { user, inputsOf } = open()
  const link = await screen.findByRole('link', { name: 'Company 1' })
  link.focus()
  await user.keyboard('{F2}')
  await user.type(await input('Legal Name'), ' GmbH{Escape}')
  await isClosed()
  expect(document.activeElement).toBe(await pencil('Legal Name'))
  expect(inputsOf('PATCH /api/company/')).toEqual([])
})

test('Escape that ends the composition of a character does not discard the typed text', async () => {
  const { user } = open()
  await user.click(await pencil('Website'))
  const typed = await input('Website')
  fireEvent.keyDown(typed, { key: 'Escape', isComposing: true })
  expect(await input('Website')).toBe(typed)
})

test('a click on the value opens the editor, Tab saves and moves on, Shift+Tab moves back', async () => {
  const { user, inputsOf } = open()
  await user.click((await screen.findAllByText('Norway'))[0]!)
  const country = await screen.findByRole('combobox', { name: 'Country' })
  await user.clear(country)
  await user.type(country, 'Sweden{Tab}')
  const types = await screen.findByRole('dialog', { name: 'Company Types of Company 1' })
  expect(inputsOf('PATCH /api/company/')).toMatchObject([{ country: 'Sweden' }])
  await within(types).findByRole('combobox', { name: 'Company Types' })
  await user.tab({ shift: true })
  await screen.findByRole('dialog', { name: 'Country of Company 1' })
  expect(inputsOf('PATCH /api/company/')).toHaveLength(1)
})

test('keeps a refused value in the editor with the reason, also without a connection; clicking elsewhere saves', async () => {
  const { user, state, inputsOf } = open()
  await user.click(await pencil('Website'))
  const typed = await input('Website')
  state.refusal = new Failure(422, 'Check the fields.', { website: 'Website is not a web address' })
  await user.clear(typed)
  await user.type(typed, 'nowhere{Enter}')
  expect(await screen.findByText('Website is not a web address')).toBeTruthy()
  expect((await input('Website')).getAttribute('value')).toBe('nowhere')
  state.refusal = new Failure(0, 'away')
  await user.type(typed, '.example{Enter}')
  expect(await screen.findByText(/cannot be reached right now/)).toBeTruthy()
  expect((await input('Website')).getAttribute('value')).toBe('nowhere.example')
  await user.type(typed, '/')
  await user.click(document.body)
  await isClosed()
  expect(inputsOf('PATCH /api/company/').at(-1)).toMatchObject({ website: 'nowhere.example/' })
})

test('what was typed is saved when the list is left with an open editor; not what Escape has discarded, nor what is unchanged', async () => {
  const { user, inputsOf } = open()
  await user.click(await pencil('Website', 2))
  await user.type(await input('Website'), '/dropped{Escape}')
  await isClosed()
  await user.click(await pencil('Website'))
  await user.type(await input('Website'), '/shop')
  leave()
  await screen.findByText('Elsewhere')
  await screen.findByText('Saved: Website of Company 1')
  expect(inputsOf('PATCH /api/company/')).toMatchObject([{ website: 'https://company1.example/shop' }])
})

test('a value that is refused after its editor has gone is said so', async () => {
  const { user, state } = open()
  await user.click(await pencil('Website'))
  await user.type(await input('Website'), 'nowhere')
  state.refusal = new Failure(422, 'Check the fields.', { website: 'Website is not a web address' })
  const { promise, resolve } = Promise.withResolvers<void>()
  state.delay = promise
  await user.keyboard('{Enter}')
  leave()
  await screen.findByText('Elsewhere')
  resolve()
  expect(await screen.findByText('Website is not a web address')).toBeTruthy()
})

test('a value that is saved after Escape does not close the editor that was opened again meanwhile', async () => {
  const { user, state } = open()
  await user.click(await pencil('Website'))
  const { promise, resolve } = Promise.withResolvers<void>()
  state.delay = promise
  await user.type(await input('Website'), '/shop{Enter}{Escape}')
  await isClosed()
  await user.click(await pencil('Website'))
  await user.type(await input('Website'), '/more')
  resolve()
  await screen.findByText('Saved: Website of Company 1')
  expect(await input('Website')).toHaveProperty('value', 'https://company1.example/shop/more')
  await user.keyboard('{Escape}')
  await isClosed()
})

test('a value that was refused is said again when the list is left with it', async () => {
  const { user, state, inputsOf } = open()
  await user.click(await pencil('Website'))
  state.refusal = new Failure(422, 'Check the fields.', { website: 'Website is not a web address' })
  await user.type(await input('Website'), 'nowhere{Enter}')
  await within(screen.getByRole('dialog')).findByText('Website is not a web address')
  leave()
  await screen.findByText('Elsewhere')
  expect(await screen.findByText('Website is not a web address')).toBeTruthy()
  expect(inputsOf('PATCH /api/company/')).toHaveLength(1)
})

/** Closes the page as a browser does: the editor, which saves when it unmounts, gets no answer. */
const closePage = async (close: () => void) => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  close()
  await new Promise((resolve) => setTimeout(resolve))
}

const websiteInput = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Website' })

test('what was typed when the page was closed is restored in the editor of the field, and saved only on request', async () => {
  const first = open()
  await first.user.click(await pencil('Website'))
  await first.user.type(await input('Website'), '/shop')
  await closePage(first.close)
  const { user, inputsOf } = open()
  await user.click(await pencil('Website'))
  expect((await websiteInput()).value).toBe('https://company1.example/shop')
  expect(screen.getByText('Your unsaved text was restored')).toBeTruthy()
  await user.click(document.body)
  await isClosed()
  await user.click(await pencil('Website'))
  expect((await websiteInput()).value).toBe('https://company1.example/shop')
  expect(inputsOf('PATCH /api/company/')).toEqual([])
  await user.type(await websiteInput(), '{Enter}')
  await isClosed()
  expect(inputsOf('PATCH /api/company/')).toMatchObject([{ website: 'https://company1.example/shop' }])
  await user.click(await pencil('Website'))
  await websiteInput()
  expect(screen.queryByText('Your unsaved text was restored')).toBeNull()
})

test('a restored value can be discarded, and Escape discards typed text for good', async () => {
  const first = open()
  await first.user.click(await pencil('Website'))
  await first.user.type(await input('Website'), '/shop')
  await closePage(first.close)
  const { user } = open()
  await user.click(await pencil('Website'))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  const field = await websiteInput()
  expect(field.value).toBe('https://company1.example')
  await user.type(field, '/x{Escape}')
  await isClosed()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('what was typed without a connection is saved once it is back, also after the list was left', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { user, state, inputsOf } = open()
    await user.click(await pencil('Website'))
    state.refusal = new Failure(0, 'away')
    await user.type(await input('Website'), '/shop')
    leave()
    await screen.findByText(/cannot be reached/)
    await act(() => vi.advanceTimersByTimeAsync(6000))
    expect(await screen.findByText('Saved: Website of Company 1')).toBeTruthy()
    expect(inputsOf('PATCH /api/company/')).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('what was typed without a connection is not saved by another user who has signed in since', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { user, state, inputsOf } = open()
    await user.click(await pencil('Website'))
    state.refusal = new Failure(0, 'away')
    await user.type(await input('Website'), '/shop')
    leave()
    await screen.findByText(/cannot be reached/)
    vi.spyOn(session, 'actor').mockReturnValue({ ...session.actor(), uniqueId: '00000000-0000-4000-8000-00000000000b' })
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    expect(inputsOf('PATCH /api/company/')).toHaveLength(1)
  } finally {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})

test('keeps others’ change of another field; for the same field it shows both values, and the user chooses one', async () => {
  const { user, change, first, inputsOf } = open()
  await user.click(await pencil('Website'))
  change(first.uniqueId, { country: 'Chile' })
  const typed = await input('Website')
  await user.clear(typed)
  await user.type(typed, 'https://mine.example{Enter}')
  await isClosed()
  expect(await screen.findByText('Chile')).toBeTruthy()

  await user.click(await pencil('Website'))
  change(first.uniqueId, { website: 'https://theirs.example' })
  await user.type(await input('Website'), '/shop{Enter}')
  const news = await within(screen.getByRole('dialog')).findByRole('alert')
  expect(news.textContent).toContain('Ada Nord has changed this meanwhile.')
  expect(news.textContent).toContain('https://theirs.example')
  await user.click(within(news).getByRole('button', { name: 'Keep mine' }))
  await isClosed()
  expect(inputsOf('PATCH /api/company/').at(-1)).toMatchObject({ website: 'https://mine.example/shop' })
})

test('Undo restores the previous value', async () => {
  const { user, inputsOf } = open()
  await user.click(await pencil('Website'))
  const typed = await input('Website')
  await user.clear(typed)
  await user.type(typed, 'https://other.example{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(inputsOf('PATCH /api/company/').at(-1)).toMatchObject({ website: 'https://company1.example' }))
  expect(await screen.findByRole('link', { name: 'company1.example' })).toBeTruthy()
})

test('one toast names the last change, u restores only that one, and the toast says so', async () => {
  const { user, inputsOf } = open()
  const edit = async (number: number, text: string) => {
    await user.click(await pencil('Website', number))
    await user.type(await input('Website'), `${text}{Enter}`)
    await screen.findByText(`Saved: Website of Company ${number}`)
  }
  await edit(1, '/a')
  await edit(2, '/b')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1))
  await user.keyboard('u')
  await screen.findByText('Undone: Website of Company 2')
  await user.keyboard('u')
  await waitFor(() => expect(screen.queryByText(/^Saved/)).toBeNull())
  expect(inputsOf('PATCH /api/company/').map(({ website }) => website)).toEqual([
    'https://company1.example/a',
    'https://company2.example/b',
    'https://company2.example',
  ])
})

test('only fields that the server would let the user change are editable', async () => {
  open('ROLE_ADMIN')
  await pencil('Country', 2)
  expect(screen.queryByRole('button', { name: 'Edit Country of Company 1' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Edit Date Created/ })).toBeNull()
})

const fair: Event = {
  uniqueId: sampleCompany(1).uniqueId,
  dateCreated: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  createdBy: myUserId,
  title: 'Fair',
  description: 'A fair',
  eventDateTime: '2026-03-09T12:00:00.000Z',
  location: 'Hall 1',
  organizer: 'Messe AG',
  organizerContact: 'messe@nord.example',
}

const Events = () => {
  const { columns } = useFields(eventFields)
  const edit = useEditing({ kind: 'event', policy: eventPolicy, nameOf: ({ title }) => title })
  const { data } = useList('GET /api/event/', {})
  return (
    <Rows<Event>
      label="Events"
      rows={data?.rows ?? []}
      columns={columns({}, edit)}
      linkOf={({ uniqueId }) => `/crm/event/show/${uniqueId}`}
    />
  )
}

test('a day without a time is sent as it was typed, so that the server can say what is missing', async () => {
  const { inputsOf } = mockCalls({
    'GET /api/event/': () => listAnswer([fair]),
    'PATCH /api/event/': () => throwFailure(new Failure(422, 'Check the fields.', { eventDateTime: 'Enter both day and time' })),
  })
  const { user } = renderScreen(<Events />)
  await user.click(await screen.findByRole('button', { name: 'Edit Date and Time of Fair' }))
  await user.clear(await input('Time'))
  await user.type(await input('Time'), '{Enter}')
  expect(await screen.findByText('Enter both day and time')).toBeTruthy()
  expect(inputsOf('PATCH /api/event/')).toMatchObject([{ eventDateTime: '2026-03-09T' }])
})
