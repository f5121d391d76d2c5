import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FormTexts, useStoredForm } from '#kit/browser/storedForm'
import { useText } from '#kit/text'
import { Consent, consentError } from '#platform/legalText/Consent'
import { CountryField } from '#site/enquiry/EnquirerFields'
import { OpenDialog } from '#site/OpenDialog'
import { Notice } from '#ui/page/Notice'
import { OpenField } from '#ui/page/OpenField'
import {
  type Contact,
  type ContactField,
  contactLabels,
  contactStorageKey,
  type Faults,
  findFaults,
  parseContact,
} from './contact.values.ts'
import styles from './form.module.css'

interface ContactDialogProps {
  /** The questions are not open yet: the introduction is behind the dialog. */
  isFirst: boolean
  /** The faults that the server found in the contact data. */
  initialFaults: Faults
  onClose: () => void
  onDone: (contact: Contact) => void
}

/** Milliseconds for which the notice that all fields are mandatory is shown. */
const NOTICE_DURATION = 3000

/** Asks a visitor for their contact data before the questions. What was typed is restored until the answers have been accepted. */
export const ContactDialog = ({ isFirst, initialFaults, onClose, onDone }: ContactDialogProps) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { storeInput } = useStoredForm(contactStorageKey, form)
  const [faults, setFaults] = useState(initialFaults)
  const [isIncomplete, setIncomplete] = useState(false)
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as FormTexts
    const [found, contact] = [{ ...findFaults(typed, t), ...consentError(event.currentTarget) }, parseContact(typed)]
    flushSync(() => setFaults({}))
    setFaults(found)
    setIncomplete(!contact)
    if (!contact || Object.keys(found).length > 0) return
    storeInput()
    onDone(contact)
  }
  return (
    <OpenDialog title={t('Who takes the assessment?')} onClose={onClose}>
      <form ref={form} method="post" noValidate onInput={storeInput} onSubmit={submit}>
        <p>{t('The link to your result goes to this address. All fields are required.')}</p>
        {isFirst && <p>{t('Close this to read first what you will be asked and what happens to your answers.')}</p>}
        {isIncomplete && (
          <Notice kind="bad" duration={NOTICE_DURATION} onExpire={() => setIncomplete(false)}>
            {t('All fields are mandatory to proceed!')}
          </Notice>
        )}
        <ContactFields faults={faults} />
        <button type="submit" className="open-button open-button-main">
          {t('Continue to the questions')}
        </button>
      </form>
    </OpenDialog>
  )
}

const inputs = {
  firstName: { autoComplete: 'given-name', maxLength: 200 },
  lastName: { autoComplete: 'family-name', maxLength: 200 },
  title: { autoComplete: 'organization-title', maxLength: 200 },
  email: { autoComplete: 'email', type: 'email', maxLength: 254 },
  contactNumber: { autoComplete: 'tel', type: 'tel', maxLength: 40 },
} as const

const ContactFields = ({ faults }: { faults: Faults }) => {
  const t = useText()
  const fieldProps = (field: ContactField) => ({ label: t(contactLabels[field]), error: faults[field] && t(faults[field]) })
  const textField = (field: keyof typeof inputs) => (
    <OpenField {...fieldProps(field)} required>
      {(props) => <input {...props} {...inputs[field]} name={field} />}
    </OpenField>
  )
  return (
    <>
      <div className={styles.pair}>
        {textField('firstName')}
        {textField('lastName')}
      </div>
      {textField('title')}
      {textField('email')}
      <div className={styles.pair}>
        {textField('contactNumber')}
        <CountryField {...fieldProps('country')} name="country" />
      </div>
      <Consent error={faults.consent && t(faults.consent)} />
    </>
  )
}
