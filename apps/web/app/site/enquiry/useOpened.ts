import { useState } from 'react'
import type { EnquiryReply } from './useEnquiry.ts'

/** A form over the page: what it is open for, and the server's word once it has arrived. */
export const useOpened = <T>() => {
  const [opened, setOpened] = useState<T | null>(null)
  const [said, setSaid] = useState<EnquiryReply | null>(null)
  const open = (what: T) => {
    setSaid(null)
    setOpened(() => what)
  }
  const done = (reply: EnquiryReply) => {
    setOpened(null)
    setSaid(reply)
  }
  return { opened, said, open, close: () => setOpened(null), done }
}
