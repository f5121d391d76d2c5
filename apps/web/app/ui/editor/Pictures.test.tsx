// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import { Editor } from './Editor.tsx'

afterEach(() => vi.unstubAllGlobals())

test('Enter that ends the composition of a character does not insert the picture', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close: () => {} }))
  const onChange = vi.fn<(markup: unknown) => void>()
  const { user } = renderScreen(
    <Editor id="text" name="text" label="Text" required={false} value="" onChange={onChange} error={null} isArticle />,
  )
  await screen.findByRole('button', { name: 'Picture' })
  const picture = new File(['x'], 'port.png', { type: 'image/png' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, picture)
  const alt = await screen.findByRole('textbox', { name: 'Alternative text' })
  await user.type(alt, 'みなと')
  fireEvent.keyDown(alt, { key: 'Enter', isComposing: true })
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.keyDown(alt, { key: 'Enter' })
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(expect.stringContaining('alt="みなと"')))
})
