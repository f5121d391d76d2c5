import { Suspense, useId } from 'react'
import { lazyPublicPart } from '#ui/page/lazyPublicPart'
import { FormReply, MailFallback, useFormDialog } from './FormReply.tsx'

const ContactDialog = lazyPublicPart(async () => (await import('./ContactDialog.tsx')).ContactDialog)

interface ContactBlockProps {
  title: string
  text: string
  button: string
  dialogTitle: string
  /** The partner to contact. Without one, the tenant. */
  companyId?: string
  /** The subject of the enquiry to the tenant. */
  subject?: string
  level?: 'h2' | 'h3'
  /** It is the main purpose of the page. */
  isMain?: boolean
}

/** A button that opens a contact form, and the server's message after it was accepted. */
export const ContactBlock = ({ title, text, button, level: Heading = 'h2', isMain, ...dialogProps }: ContactBlockProps) => {
  const id = useId()
  const { opened, said, open, close, done } = useFormDialog<true>()
  return (
    <section aria-labelledby={id} className="open-contact">
      <Heading id={id}>{title}</Heading>
      <p>{text}</p>
      {said && <FormReply reply={said} />}
      <button
        type="button"
        className={isMain ? 'open-button open-button-main' : 'open-button'}
        aria-describedby={id}
        onClick={() => open(true)}
      >
        {button}
      </button>
      <MailFallback />
      {opened && (
        <Suspense>
          <ContactDialog {...dialogProps} onClose={close} onDone={done} />
        </Suspense>
      )}
    </section>
  )
}
