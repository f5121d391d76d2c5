// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import type { Outbox } from './outbox.ts'
import { PieceList } from './PieceList.tsx'
import { newContact, newReport, type Piece, reportOn } from './pieces.ts'

test('says that a decision could not be saved on the device, and sends nothing', async () => {
  const piece = {
    ...newContact({ firstName: 'Ada', lastName: 'Berg' }),
    state: 'clash',
    similar: [{ id: 'a', fullName: 'Ada Berg', companyName: 'Nord' }],
  } as Piece
  const change = vi.fn<() => Promise<void>>(async () => {
    throw new DOMException('', 'QuotaExceededError')
  })
  const [send, tell] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const { user } = renderScreen(
    <PieceList
      pieces={[piece]}
      outbox={{ change } as unknown as Outbox}
      isSending={false}
      failed={[]}
      onOpen={() => undefined}
      onReport={() => undefined}
      onSend={send}
      onUnsaved={tell}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'This is someone else' }))
  await waitFor(() => expect(tell).toHaveBeenCalledTimes(1))
  expect(send).not.toHaveBeenCalled()
})

const listOf = (pieces: readonly Piece[], onReport = vi.fn<(contact: Piece) => void>(), failed: readonly string[] = []) => ({
  onReport,
  ...renderScreen(
    <PieceList
      pieces={pieces}
      outbox={{} as Outbox}
      isSending={false}
      failed={failed}
      onOpen={() => undefined}
      onReport={onReport}
      onSend={() => undefined}
      onUnsaved={() => undefined}
    />,
  ),
})
const entries = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

test('a report about a contact that needs the user waits for that, and not for a connection', async () => {
  const contact = newContact({ firstName: 'Ada', company: { id: 'c', name: 'Nord' } })
  const report = { ...reportOn(contact), state: 'waiting' } as Piece
  const other = { ...newReport({ company: { id: 'c', name: 'Nord' } }), state: 'waiting' } as Piece
  const { close } = listOf([{ ...contact, state: 'refused' }, report, other])
  expect(await entries()).toEqual([
    expect.stringContaining('Waiting for a connection'),
    expect.stringContaining('Waiting for another entry'),
    expect.stringContaining('Needs you'),
  ])
  close()
  listOf([{ ...contact, state: 'waiting' }, report])
  expect(await entries()).toEqual([
    expect.stringContaining('Waiting for a connection'),
    expect.stringContaining('Waiting for a connection'),
  ])
})

test('a report is written from the entry of its contact, sent or not, with company and contact chosen', async () => {
  const contact = newContact({ firstName: 'Ada', lastName: 'Berg', company: { id: 'c', name: 'Nord' } })
  const draft = newContact({ firstName: 'Half' })
  const { user, onReport } = listOf([{ ...contact, state: 'sent', done: { contact: 's' } }, draft])
  await user.click(await screen.findByRole('button', { name: 'Write a report' }))
  expect(onReport).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: contact.id }))
  expect(reportOn(contact).values).toMatchObject({
    company: { id: 'c' },
    attendees: [{ id: contact.id, name: 'Ada Berg', isLocal: true }],
  })
})

test('a refused entry says what is wrong with its fields, and no more; without such a sentence, what the server said', async () => {
  const contact = { ...newContact({ firstName: 'Ada' }), state: 'refused' } as Piece
  const { close } = listOf([
    { ...contact, message: 'Please check the form', fields: { legalName: 'There is already a company “Nord”' } },
  ])
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    'There is already a company “Nord”',
  ])
  close()
  listOf([{ ...contact, message: 'Your drive is full', fields: {} }])
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual(['Your drive is full'])
})

test('an entry that the server could not take says so, and not that there is no connection', async () => {
  const piece = { ...newContact({ firstName: 'Ada', company: { id: 'c', name: 'Nord' } }), state: 'waiting' } as Piece
  listOf([piece], undefined, [piece.id])
  const [entry] = await entries()
  expect(entry).toContain('Waiting for the server')
  expect(entry).toContain('The server could not take this yet. It is sent again automatically.')
  expect(entry).not.toContain('connection')
})
