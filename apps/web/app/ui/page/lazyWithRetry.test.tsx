// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { type ComponentType, Suspense, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import { lazyPublicPart } from './lazyPublicPart.tsx'
import { lazyWithRetry } from './lazyWithRetry.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ data: {} }))
})

const Chart = ({ name }: { name: string }) => <p>Chart of {name}</p>

/** A script that cannot be loaded until it is there. */
const newScript = () => {
  const script = { isThere: false }
  const load = async (): Promise<ComponentType<{ name: string }>> => {
    if (!script.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return Chart
  }
  return { script, load }
}

const Page = ({ Part }: { Part: ComponentType<{ name: string }> }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <input aria-label="Note" />
      <button onClick={() => setOpen(!isOpen)}>Chart</button>
      <Suspense>{isOpen && <Part name="Norway" />}</Suspense>
    </>
  )
}

const open = async (Part: ComponentType<{ name: string }>) => {
  const { user } = renderScreen(<Page Part={Part} />)
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Call Bergwald')
  await user.click(screen.getByRole('button', { name: 'Chart' }))
  await screen.findByText(/A part of this page could not be loaded\./)
  return user
}

const lazies = [
  ['signed-in', lazyWithRetry],
  ['open', lazyPublicPart],
] as const

test.each(lazies)(
  'a part of the %s area that could not be loaded is loaded by Try again, and what was typed stays',
  async (_, lazily) => {
    const { script, load } = newScript()
    const user = await open(lazily(load))
    script.isThere = true
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Chart of Norway')).toBeTruthy()
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Call Bergwald')
    // It stays loaded where it is shown the next time.
    await user.click(screen.getByRole('button', { name: 'Chart' }))
    await user.click(screen.getByRole('button', { name: 'Chart' }))
    expect(await screen.findByText('Chart of Norway')).toBeTruthy()
  },
)

test.each(lazies)('in the %s area, where that fails again, as after an update, Reload is offered', async (_, lazily) => {
  const user = await open(lazily(newScript().load))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Call Bergwald')
})

test('Try again loads all parts of a page that could not be loaded', async () => {
  const [first, second] = [newScript(), newScript()]
  const [First, Second] = [lazyWithRetry(first.load), lazyWithRetry(second.load)]
  const { user } = renderScreen(
    <Suspense>
      <First name="Norway" />
      <Second name="Sweden" />
    </Suspense>,
  )
  const buttons = await screen.findAllByRole('button', { name: 'Try again' })
  expect(buttons).toHaveLength(2)
  for (const { script } of [first, second]) script.isThere = true
  await user.click(buttons[1]!)
  expect(await screen.findByText('Chart of Norway')).toBeTruthy()
  expect(await screen.findByText('Chart of Sweden')).toBeTruthy()
})
