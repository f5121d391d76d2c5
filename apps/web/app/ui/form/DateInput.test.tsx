// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { addDays, formatDay, today } from '#ui/values/dates'
import { renderScreen } from '../../../test/visit.tsx'
import { DateInput } from './DateInput.tsx'
import { TimeInput } from './MomentInput.tsx'

const Day = ({ start = '' }) => {
  const [day, setDay] = useState(start)
  return (
    <>
      <DateInput label="Day" value={day} onChange={setDay} />
      <p>Held: {day}</p>
      <button onClick={() => setDay('2026-12-24')}>Christmas Eve</button>
    </>
  )
}

const Time = () => {
  const [time, setTime] = useState('')
  return (
    <>
      <TimeInput label="Time" value={time} onChange={setTime} />
      <p>Held: {time}</p>
    </>
  )
}

const field = (name = 'Day') => screen.getByRole<HTMLInputElement>('textbox', { name })
const held = () => screen.getByText(/^Held:/).textContent.slice('Held: '.length)
const error = 'This is not a date. Write it like 31-12-2026.'

test.each(['1.2.2026', '01-02-2026', '1/2/26', '01022026', '2026-02-01', ' 1 2 2026 '])(
  '%s is read as the first of February, and shown as 01-02-2026 on blur',
  async (typed) => {
    const { user } = renderScreen(<Day />)
    await user.type(field(), typed)
    expect(held()).toBe('2026-02-01')
    expect(field().value).toBe(typed)
    await user.tab()
    expect(field().value).toBe('01-02-2026')
    expect(screen.queryByText(error)).toBeNull()
  },
)

test.each(['31.2.2026', '31/2', 'next week', '2026'])(
  '%s is reported as an invalid date on blur, and stays in the field',
  async (typed) => {
    const { user } = renderScreen(<Day />)
    await user.type(field(), typed)
    expect(screen.queryByText(error)).toBeNull()
    await user.tab()
    expect(field().value).toBe(typed)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(field().getAttribute('aria-describedby')).toContain(screen.getByText(error).id)
    await user.clear(field())
    await user.tab()
    expect(screen.queryByText(error)).toBeNull()
  },
)

test('an error does not move the submit button while it is being pressed', async () => {
  const { user } = renderScreen(
    <>
      <Day />
      <Time />
      <button type="submit">Save</button>
    </>,
  )
  const save = screen.getByRole('button', { name: 'Save' })
  for (const [name, typed, message] of [
    ['Day', '31/2', error],
    ['Time', '25:99', 'This is not a time. Write it like 14:30.'],
  ] as const) {
    await user.type(field(name), typed)
    await user.pointer({ keys: '[MouseLeft>]', target: save })
    expect(document.activeElement).toBe(save)
    expect(screen.queryByText(message)).toBeNull()
    await user.pointer({ keys: '[/MouseLeft]', target: save })
    expect(await screen.findByText(message)).toBeTruthy()
  }
})

test('a day without a year, or counted from today, is shown in full on blur', async () => {
  const { user } = renderScreen(<Day />)
  const enter = async (typed: string) => {
    await user.clear(field())
    await user.type(field(), typed)
    await user.tab()
    return field().value
  }
  expect(await enter('4/12')).toMatch(/^04-12-20\d\d$/)
  expect(await enter('+3')).toBe(formatDay(addDays(today(), 3)))
  expect(held()).toBe(addDays(today(), 3))
})

test('today and tomorrow are typed in the reader’s language', async () => {
  const wording = {
    language: 'fr',
    texts: { Today: 'Aujourd’hui', Tomorrow: 'Demain', 'Open the calendar': 'Calendrier' },
  } as const
  const { user } = renderScreen(<Day />, { wording })
  await user.type(field(), "aujourd'hui")
  expect(held()).toBe(today())
  await user.clear(field())
  await user.type(field(), 'demain')
  await user.tab()
  expect(field().value).toBe(formatDay(addDays(today(), 1)))
})

test('a new day from outside replaces the typed text', async () => {
  const { user } = renderScreen(<Day start="2026-02-01" />)
  expect(field().value).toBe('01-02-2026')
  await user.clear(field())
  await user.type(field(), '5.2.')
  await user.click(screen.getByRole('button', { name: 'Christmas Eve' }))
  expect(field().value).toBe('24-12-2026')
})

test('the calendar opens at the day, works by keyboard, and returns the focus', async () => {
  const { user } = renderScreen(<Day start="2026-01-31" />)
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  const day = await screen.findByRole('button', { name: 'Saturday, 31 January 2026' })
  await waitFor(() => expect(document.activeElement).toBe(day))
  expect(day.getAttribute('aria-pressed')).toBe('true')
  await user.keyboard('{PageDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Saturday, 28 February 2026')
  await user.keyboard('{ArrowRight}{ArrowDown}{Enter}')
  expect(held()).toBe('2026-03-08')
  expect(field().value).toBe('08-03-2026')
  expect(document.activeElement).toBe(field())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the calendar opens without scrolling the page: it is not in its place yet when its day receives the focus', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  const { user } = renderScreen(<Day start="2026-01-31" />)
  await user.click(screen.getByRole('button', { name: 'Open the calendar' }))
  const day = await screen.findByRole('button', { name: 'Saturday, 31 January 2026' })
  await waitFor(() => expect(document.activeElement).toBe(day))
  const optionsOfDay = focus.mock.calls.filter((_, at) => focus.mock.contexts[at] === day).map(([options]) => options)
  expect(new Set(optionsOfDay.map((options) => options?.preventScroll))).toEqual(new Set([true]))
  focus.mockRestore()
})

test('Escape closes the calendar without choosing, and returns the focus', async () => {
  const { user } = renderScreen(<Day start="2026-01-31" />)
  await user.click(screen.getByRole('button', { name: 'Open the calendar' }))
  const calendar = await screen.findByRole('dialog')
  await user.click(within(calendar).getByRole('button', { name: 'Next month' }))
  expect(within(calendar).getByText('February 2026')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(field())
  expect(held()).toBe('2026-01-31')
})

test('Escape closes the calendar also before that has the focus', async () => {
  const { user } = renderScreen(<Day start="2026-01-31" />)
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('dialog')
  fireEvent.keyDown(field(), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(field()))
})

test('reads a time in common spellings, and reports an invalid one on blur', async () => {
  const { user } = renderScreen(<Time />)
  await user.type(field('Time'), '9.30')
  expect(held()).toBe('09:30')
  await user.tab()
  expect(field('Time').value).toBe('09:30')
  await user.clear(field('Time'))
  await user.type(field('Time'), '25:00')
  expect(screen.queryByText(/This is not a time/)).toBeNull()
  await user.tab()
  expect(screen.getByText('This is not a time. Write it like 14:30.')).toBeTruthy()
  expect(field('Time').value).toBe('25:00')
})
