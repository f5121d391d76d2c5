// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { addDays, today } from '#ui/values/dates'
import { renderScreen } from '../../../test/visit.tsx'
import type { Outbox } from './outbox.ts'
import { newReport, type Piece } from './pieces.ts'
import { ReportForm } from './ReportForm.tsx'

const sentence = /could not be saved on this device/

test('says that nothing is saved while the device has no room, and stays open', async () => {
  const [save, done] = [vi.fn<() => Promise<boolean>>(async () => true), vi.fn<() => void>()]
  const ada = { id: 'a', name: 'Ada' }
  const company = { id: 'c', name: 'Nord' }
  const { user } = renderScreen(
    <ReportForm
      piece={newReport({ company, attendees: [ada] })}
      outbox={{ save } as unknown as Outbox}
      companies={[company]}
      contactsOf={() => [ada]}
      customFields={undefined}
      onDone={done}
    />,
  )
  const full = new DOMException('', 'QuotaExceededError')
  save.mockRejectedValueOnce(full)
  const text = await screen.findByRole('textbox', { name: 'What was said' })
  await user.type(text, 'A')
  expect(await screen.findByText(sentence)).toBeTruthy()
  await user.type(text, 'B')
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  save.mockRejectedValueOnce(full)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(done).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
})

test('what could not be saved is there again when the form is opened again', async () => {
  const save = vi.fn<() => Promise<boolean>>(async () => {
    throw new DOMException('', 'QuotaExceededError')
  })
  const piece = newReport({ company: { id: 'c', name: 'Nord' } })
  const form = (
    <ReportForm
      piece={piece}
      outbox={{ save } as unknown as Outbox}
      companies={[]}
      contactsOf={() => []}
      customFields={undefined}
      onDone={() => undefined}
    />
  )
  const first = renderScreen(form)
  await first.user.type(await screen.findByRole('textbox', { name: 'What was said' }), 'Important')
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  first.close()
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
  renderScreen(form)
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What was said' })).value).toBe('Important')
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('the day on which a task is due is chosen with one press', async () => {
  const save = vi.fn<(piece: Piece) => Promise<boolean>>(async () => true)
  const { user } = renderScreen(
    <ReportForm
      piece={newReport()}
      outbox={{ save } as unknown as Outbox}
      companies={[]}
      contactsOf={() => []}
      customFields={undefined}
      onDone={() => undefined}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'Add a task' }))
  await user.click(screen.getByRole('button', { name: 'Next week' }))
  expect(save.mock.lastCall?.[0].values).toMatchObject({ steps: [{ byWhen: addDays(today(), 7) }] })
})
