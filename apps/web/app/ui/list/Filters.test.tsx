// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Filters } from '#ui/list/Filters'
import { addDays, formatDay, today } from '#ui/values/dates'
import { renderScreen } from '../../../test/visit.tsx'

const none = { role: '', from: '', to: '' }

const Filtered = () => {
  const [applied, setApplied] = useState(none)
  return (
    <>
      <Filters<keyof typeof none>
        filters={{
          role: { label: 'Role', choices: [{ value: 'CHIEF', label: 'Chief' }] },
          from: { label: 'From', type: 'date', requiredFilter: 'to' },
          to: { label: 'To', type: 'date', requiredFilter: 'from' },
        }}
        applied={applied}
        onApply={setApplied}
      />
      <p>Applied: {Object.values(applied).join(' ')}</p>
    </>
  )
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const applied = () =>
  screen
    .getByText(/^Applied:/)
    .textContent.slice('Applied:'.length)
    .trim()

test('asks for the second date if only one is entered, and applies nothing until then', async () => {
  const { user } = renderScreen(<Filtered />)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Chief')
  await user.type(field('From'), '1.2.2026')
  expect(screen.queryByText('Enter both dates')).toBeNull()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(field('To'))
  expect(field('To').getAttribute('aria-describedby')).toContain(screen.getByText('Enter both dates').id)
  expect(applied()).toBe('')
  await user.keyboard('28.2.2026{Enter}')
  expect(applied()).toBe('CHIEF 2026-02-01 2026-02-28')
  expect(screen.queryByText('Enter both dates')).toBeNull()
})

test('a day without a year is one of the past months rather than of the coming ones', async () => {
  const { user } = renderScreen(<Filtered />)
  const [from, to] = [addDays(today(), -250), addDays(today(), 30)]
  for (const [name, day] of [
    ['From', from],
    ['To', to],
  ] as const)
    await user.type(field(name), formatDay(day)!.slice(0, 5))
  await user.keyboard('{Enter}')
  expect(applied()).toBe(`${from} ${to}`)
})

test('does not apply an invalid date', async () => {
  const { user } = renderScreen(<Filtered />)
  await user.type(field('To'), '28.2.2026')
  await user.type(field('From'), '31.2.2026')
  await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
  expect(document.activeElement).toBe(field('From'))
  expect(applied()).toBe('')
})

test('Clear Filter also discards typed text that was not applied', async () => {
  const { user } = renderScreen(<Filtered />)
  expect(screen.queryByRole('button', { name: 'Clear Filter' })).toBeNull()
  await user.type(field('To'), '28.2.2026')
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }))
  expect(field('To').value).toBe('')
})
