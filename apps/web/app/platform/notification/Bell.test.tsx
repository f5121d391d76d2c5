// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { callQueryOptions } from '#kit/api/query'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Bell } from './Bell.tsx'

const sockets: FakeSocket[] = []

/** A socket to a server that accepts every user and confirms every subscription. */
class FakeSocket {
  readyState = WebSocket.CONNECTING as number
  binaryType = 'blob'
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number; reason: string; wasClean: boolean }) => void

  constructor() {
    sockets.push(this)
    setTimeout(() => {
      this.readyState = WebSocket.OPEN
      this.onopen?.()
    })
  }

  send(frame: string) {
    const receipt = /^receipt:(.+)$/m.exec(frame)?.[1]
    if (frame.startsWith('CONNECT')) this.reply('CONNECTED\nversion:1.2\nheart-beat:0,0')
    else if (receipt) this.reply(`RECEIPT\nreceipt-id:${receipt}`)
  }

  close(code = 1000) {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    setTimeout(() => this.onclose?.({ code, reason: '', wasClean: code === 1000 }))
  }

  private reply(head: string) {
    setTimeout(() => this.onmessage?.({ data: `${head}\n\n\0` }))
  }
}

test('after a lost connection everything is read again, the account with its rights, too; on the first connection it is not', async () => {
  vi.stubGlobal('WebSocket', Object.assign(FakeSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }))
  const { inputsOf } = mockCalls({ 'GET /api/notificationQueue/unread': () => ({ count: 0 }) })
  const { client } = renderScreen(<Bell />, { at: '/crm/dashboard' })
  const unreadCounts = () => inputsOf('GET /api/notificationQueue/unread').length
  const keys = [
    callQueryOptions('GET /api/auth/account', {}, undefined).queryKey,
    callQueryOptions('GET /api/company/', { page: 0 }, undefined).queryKey,
  ]
  for (const key of keys) client.setQueryData(key as never, {} as never)
  const outdated = () => keys.map((key) => client.getQueryState(key)?.isInvalidated)
  await waitFor(() => expect(unreadCounts()).toBe(1))
  expect(outdated()).toEqual([false, false])
  sockets.at(-1)!.close(1006)
  await waitFor(() => expect(outdated()).toEqual([true, true]))
})
