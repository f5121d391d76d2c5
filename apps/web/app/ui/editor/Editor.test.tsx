// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import { Editor } from './Editor.tsx'

const focusedName = () => document.activeElement?.getAttribute('aria-label')

test('the formatting controls are one stop of the Tab key before the text, and arrow keys move between them', async () => {
  const { user } = renderScreen(
    <>
      <input aria-label="Before" />
      <Editor id="text" name="text" label="Text" required={false} value="" onChange={() => {}} error={null} />
    </>,
  )
  await screen.findByRole('button', { name: 'Bold' })
  await user.click(screen.getByLabelText('Before'))
  await user.tab()
  expect(focusedName()).toBe('Bold')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' }))
  await user.tab({ shift: true })
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(focusedName()).toBe('Heading')
  await user.keyboard('{End}{ArrowRight}')
  expect(focusedName()).toBe('Link') // nothing can be undone or redone yet
  await user.keyboard('{Home}{ArrowLeft}')
  expect(focusedName()).toBe('Bold')
  await user.keyboard('{ArrowRight}')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' }))
})

test('controls that scroll in one line are marked at the ends at which there are more', async () => {
  renderScreen(<Editor id="text" name="text" label="Text" required={false} value="" onChange={() => {}} error={null} />)
  const toolbar = await screen.findByRole('toolbar', { name: 'Formatting' })
  const scrollTo = (scrollLeft: number, scrollWidth: number) => {
    for (const [name, value] of Object.entries({ scrollLeft, scrollWidth, clientWidth: 300 }))
      Object.defineProperty(toolbar, name, { value, configurable: true })
    fireEvent.scroll(toolbar)
    return ['data-more-before', 'data-more-after'].map((name) => toolbar.hasAttribute(name))
  }
  expect(scrollTo(0, 460)).toEqual([false, true])
  expect(scrollTo(80, 460)).toEqual([true, true])
  expect(scrollTo(160, 460)).toEqual([true, false])
  expect(scrollTo(0, 300)).toEqual([false, false])
})
