import { useState } from 'react'
import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { Notice } from '#ui/page/Notice'
import type { EnquiryReply } from './EnquiryModal.tsx'

/** The state of a form dialog: what it is open for, and the server's message after it was accepted. */
export const useFormDialog = <T,>() => {
  const [opened, setOpened] = useState<T | null>(null)
  const [lastReply, setLastReply] = useState<EnquiryReply | null>(null)
  const open = (what: T) => {
    setLastReply(null)
    setOpened(() => what)
  }
  const done = (reply: EnquiryReply) => {
    setOpened(null)
    setLastReply(reply)
  }
  return { opened, said: lastReply, open, close: () => setOpened(null), done }
}

/** The server's status and message after a form was accepted. */
export const FormReply = ({ reply }: { reply: EnquiryReply }) => {
  const t = useText()
  return (
    <Notice kind="good" title={t(reply.responseStatus)}>
      {t(reply.message)}
    </Notice>
  )
}

/** A mail link instead of a form, for browsers without scripts. */
export const MailFallback = () => {
  const { contact } = usePage().tenant
  if (!contact) return null
  return (
    <noscript>
      <a href={`mailto:${contact}`}>{contact}</a>
    </noscript>
  )
}
