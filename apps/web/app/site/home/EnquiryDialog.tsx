import { phrase } from '@tradewind/contract/kit/phrase'
import { useText } from '#kit/text'
import { Consent } from '#platform/legalText/Consent'
import { CountryField, EmailField, type Faults, NameField, useFieldErrors } from '#site/enquiry/EnquirerFields'
import { EnquiryModal, type EnquiryReply } from '#site/enquiry/EnquiryModal'
import { Honeypot, OpenField } from '#ui/page/OpenField'
import type { SearchSelection } from './Search.tsx'

const mandatory = {
  name: phrase('Name is required'),
  email: phrase('Email is required'),
  contactNumber: phrase('Contact number is required'),
  currentCountry: phrase('Country is required'),
}

interface EnquiryDialogProps {
  selection: SearchSelection
  onClose: () => void
  onDone: (reply: EnquiryReply) => void
}

/** The enquiry's second step: the sender's contact data. */
export const EnquiryDialog = ({ selection, onClose, onDone }: EnquiryDialogProps) => {
  const t = useText()
  return (
    <EnquiryModal
      title={t('How do we reach you?')}
      name="enquiry:contact"
      mandatory={mandatory}
      errorTitle={t('Uh-oh seems like we are facing some technical glitch at our end!')}
      route="POST /api/public/contactUs"
      input={(sent) => ({ ...selection, ...sent })}
      onClose={onClose}
      onDone={onDone}
    >
      {(faults) => <EnquiryFields faults={faults} />}
    </EnquiryModal>
  )
}

const EnquiryFields = ({ faults }: { faults: Faults }) => {
  const t = useText()
  const errorOf = useFieldErrors(faults)
  return (
    <>
      <NameField faults={faults} />
      <EmailField faults={faults} />
      <OpenField label={t('Contact number')} error={errorOf('contactNumber')} required>
        {(props) => <input {...props} type="tel" name="contactNumber" autoComplete="tel" maxLength={40} />}
      </OpenField>
      <CountryField label={t('Current country')} name="currentCountry" error={errorOf('currentCountry')} />
      <Consent error={errorOf('consent')} />
      <Honeypot />
    </>
  )
}
