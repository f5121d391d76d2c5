// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Failure } from '#kit/api/failure'
import { useToast } from '#ui/page/toast'
import { renderScreen } from '../../../test/visit.tsx'

const undo = vi.fn<(what?: string) => void>()

const Saying = () => {
  const toast = useToast()
  return (
    <>
      <input aria-label="Name" />
      <button onClick={() => toast.reply({ responseStatus: 'SUCCESS', message: 'Deleted' }, undo)}>Delete</button>
      <button onClick={() => toast.reply({ responseStatus: 'SUCCESS', message: 'Moved' }, () => undo('Moved'))}>Move</button>
      <button onClick={() => toast.reply({ responseStatus: 'SUCCESS', message: 'Saved' })}>Save</button>
      <button onClick={() => toast.reply({ responseStatus: 'SUCCESS', message: 'Sent' })}>Send</button>
      <button onClick={() => toast.failure(new Failure(403, 'You may not do this'))}>Try</button>
      <button onClick={() => toast.failure(new Failure(422, 'Please check the form', { date: 'It is over', owner: 'Is gone' }))}>
        Set
      </button>
    </>
  )
}

const say = async (button: string) => {
  undo.mockClear()
  const { user } = renderScreen(<Saying />)
  await user.click(screen.getByRole('button', { name: button }))
  return { user, toast: await screen.findByRole('alert') }
}

test('shows an error in the server’s words', async () => {
  const { toast } = await say('Try')
  expect(toast.textContent).toBe('ERRORYou may not do this')
})

test('says what is wrong with the fields of a rejected call, where there is no form to check', async () => {
  const { toast } = await say('Set')
  expect(toast.textContent).toBe('ERRORIt is over Is gone')
})

test('a success replaces the one before, but neither an error nor one that can be undone', async () => {
  const { user } = await say('Try')
  for (const name of ['Delete', 'Save', 'Send']) await user.click(screen.getByRole('button', { name }))
  await screen.findByText('Sent')
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
  expect(screen.getByText('Deleted')).toBeTruthy()
  expect(screen.getByText('You may not do this')).toBeTruthy()
})

test('offers Undo as a button, which also closes the toast', async () => {
  const { user } = await say('Delete')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('Deleted')).toBeNull())
})

test('a double click on Undo undoes once', async () => {
  await say('Delete')
  const button = screen.getByRole('button', { name: 'Undo' })
  button.click()
  button.click()
  expect(undo).toHaveBeenCalledOnce()
})

test('u undoes while the toast is shown, but not while the user types', async () => {
  const { user } = await say('Delete')
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await user.type(name, 'Lulu')
  expect(name.value).toBe('Lulu')
  expect(undo).not.toHaveBeenCalled()
  await user.tab()
  await user.keyboard('u')
  expect(undo).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('Deleted')).toBeNull())
  await user.keyboard('u')
  expect(undo).toHaveBeenCalledOnce()
})

test('u undoes the newest message first, each once', async () => {
  const { user } = await say('Move')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleted')
  await user.keyboard('u')
  expect(undo.mock.calls).toEqual([[]])
  await user.keyboard('uu')
  expect(undo.mock.calls).toEqual([[], ['Moved']])
})
