// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { checkConnection } from '#kit/browser/connection'
import { renderScreen } from '../../../test/visit.tsx'
import { confirm, fetchConfirmDialog } from './confirm.tsx'

const Asking = () => {
  const [answer, setAnswer] = useState('nothing yet')
  const ask = async () => {
    const question = { title: 'Are you sure?', text: 'It is gone then.', recordName: 'Fjord', confirmLabel: 'Yes, delete it!' }
    setAnswer((await confirm(question)) ? 'yes' : 'no')
  }
  return (
    <>
      <button onClick={() => void ask()}>Delete</button>
      <p>Answered: {answer}</p>
    </>
  )
}

const ask = async () => {
  const { user } = renderScreen(<Asking />)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Are you sure?' }) }
}

const expectClosed = async (answer: string) => {
  expect(await screen.findByText(`Answered: ${answer}`)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' })))
}

// The first test: the dialog stays loaded.
test('a dialog that was fetched before is shown without a connection', async () => {
  await fetchConfirmDialog()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  await checkConnection()
  const { user } = await ask()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await expectClosed('no')
  vi.stubGlobal('fetch', async () => new Response())
  await checkConnection()
})

test('a confirmation says what it is about, and Enter does not confirm an irreversible action', async () => {
  const { user, dialog } = await ask()
  expect(dialog.textContent).toContain('Fjord')
  expect(dialog.textContent).toContain('It is gone then.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })))
  await user.keyboard('{Enter}')
  await expectClosed('no')
})

test('the yes button confirms, and the focus returns to the button that opened the question', async () => {
  const { user } = await ask()
  await user.click(screen.getByRole('button', { name: 'Yes, delete it!' }))
  await expectClosed('yes')
})

test('Escape means no', async () => {
  const { user } = await ask()
  await user.keyboard('{Escape}')
  await expectClosed('no')
})

test('a question that is asked while another one is open waits for its answer', async () => {
  const { user, dialog } = await ask()
  let answer: boolean | undefined
  void confirm({ title: 'And this?', text: 'It is gone, too.', confirmLabel: 'Yes' }).then((is) => (answer = is))
  await user.keyboard('{Shift}')
  expect(dialog.textContent).toContain('Fjord')
  await user.click(screen.getByRole('button', { name: 'Yes, delete it!' }))
  expect(await screen.findByText('Answered: yes')).toBeTruthy()
  await screen.findByRole('dialog', { name: 'And this?' })
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(answer).toBe(true))
})
