import { type ReactNode, useEffect, useRef } from 'react'
import { useKeptForm } from '#kit/browser/kept-form'
import { useText } from '#kit/text'
import { OpenDialog } from '#site/OpenDialog'
import { Notice } from '#ui/page/Notice'
import type { Faults } from './EnquirerFields.tsx'
import { type EnquiryConfig, useEnquiry } from './useEnquiry.ts'

interface AskingDialogProps extends Omit<EnquiryConfig, 'onArrived'> {
  title: string
  /** Under which name this browser keeps what was typed. */
  name: string
  onClose: () => void
  onDone: EnquiryConfig['onArrived']
  /** The fields, told what is wrong with them. */
  children: (faults: Faults) => ReactNode
}

/** A form over an open page. What was typed is there again until it has arrived. */
export const EnquiryModal = ({ title, name, onClose, onDone, children, ...asking }: AskingDialogProps) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { heed, drop } = useKeptForm(name, form)
  const onArrived: EnquiryConfig['onArrived'] = (said) => {
    drop()
    onDone(said)
  }
  const { submit, faults, word, forget, busy } = useEnquiry({ ...asking, onArrived })
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  return (
    <OpenDialog title={title} onClose={onClose}>
      <form ref={form} method="post" noValidate aria-busy={busy} onInput={heed} onSubmit={(event) => void submit(event)}>
        {children(faults)}
        {word && (
          <Notice kind="bad" {...word} onGone={forget}>
            {t(word.text)}
          </Notice>
        )}
        <button type="submit" className="open-button open-button-main" disabled={busy}>
          {t('Send')}
        </button>
      </form>
    </OpenDialog>
  )
}
