import { useState } from 'react'
import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { Notice } from '#ui/page/Notice'
import type { EnquiryReply } from './EnquiryModal.tsx'

/** The state of a form dialog: what it is open for, and the server's message after it was accepted. */
export const useOpened = <T,>() => {
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

/** The server's message after a form was accepted. */
export const Answered = ({ said }: { said: EnquiryReply }) => {
  const t = useText()
  return (
    <Notice kind="good" title={t('Thank you for your enquiry')}>
      {t(said.message)}
    </Notice>
  )
}

/** A mail link instead of a form, for browsers without scripts. */
export const MailInstead = () => {
  const { contact } = usePage().tenant
  if (!contact) return null
  return (
    <noscript>
      <a href={`mailto:${contact}`}>{contact}</a>
    </noscript>
  )
}
