import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { Notice } from '#ui/page/Notice'
import type { EnquiryReply } from './useEnquiry.ts'

/** The server's message, once a form has arrived. */
export const Answered = ({ said }: { said: EnquiryReply }) => {
  const t = useText()
  return (
    <Notice kind="good" title={t('Thank you for your enquiry')}>
      {t(said.message)}
    </Notice>
  )
}

/** Where a browser runs no scripts, a form is a mail. */
export const MailInstead = () => {
  const { contact } = usePage().tenant
  if (!contact) return null
  return (
    <noscript>
      <a href={`mailto:${contact}`}>{contact}</a>
    </noscript>
  )
}
