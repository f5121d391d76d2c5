// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TouchNames } from '#platform/shell/UsedParts'
import { renderScreen } from '../../../test/visit.tsx'

const open = () => {
  const press = vi.fn<() => void>()
  const { user } = renderScreen(
    <>
      <TouchNames />
      <button type="button" aria-label="Mass upload" title="Mass upload" onClick={press}>
        <svg aria-hidden />
      </button>
    </>,
  )
  const button = screen.getByRole('button', { name: 'Mass upload' })
  return {
    press,
    button,
    down: () => user.pointer({ keys: '[TouchA>]', target: button }),
    up: () => user.pointer('[/TouchA]'),
    tap: () => user.pointer({ keys: '[TouchA]', target: button }),
    click: () => user.click(button),
  }
}
const findName = () => screen.findByText('Mass upload')

test('a long press on an icon shows its name and does nothing else; the next press acts again', async () => {
  const { press, down, up, tap } = open()
  await down()
  await findName()
  await up()
  expect(press).not.toHaveBeenCalled()
  await tap()
  expect(press).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('Mass upload')).toBeNull())
})

test('a short press acts, and so does the mouse however long it is pressed', async () => {
  const { press, tap, click } = open()
  await tap()
  await click()
  expect(press).toHaveBeenCalledTimes(2)
  expect(screen.queryByText('Mass upload')).toBeNull()
})

test('a control that is wide enough for its words shows no name beside them', async () => {
  const { press, button, down, up } = open()
  Object.defineProperty(button, 'offsetWidth', { value: 120 })
  await down()
  await new Promise((resolve) => setTimeout(resolve, 700))
  await up()
  expect(screen.queryByText('Mass upload')).toBeNull()
  expect(press).toHaveBeenCalledOnce()
})
