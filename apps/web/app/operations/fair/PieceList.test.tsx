// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import type { Outbox } from './outbox.ts'
import { PieceList } from './PieceList.tsx'
import { newContact, type Piece } from './pieces.ts'

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
      onOpen={() => undefined}
      onSend={send}
      onUnsaved={tell}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'This is someone else' }))
  await waitFor(() => expect(tell).toHaveBeenCalledTimes(1))
  expect(send).not.toHaveBeenCalled()
})
