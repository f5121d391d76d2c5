import type { ReactNode } from 'react'
import { useText } from '#kit/text'
import { Consent } from '#ui/open/Consent'
import { Honeypot, OpenField } from '#ui/open/OpenField'
import { CountryField } from './CountryField.tsx'

/** One sentence for each field that is wrong. */
export type Faults = Readonly<Record<string, string>>

/** What is wrong with a field, in the reader's language. */
export const useErrorOf = (faults: Faults) => {
  const t = useText()
  return (field: string) => faults[field] && t(faults[field])
}

export const NameField = ({ faults }: { faults: Faults }) => {
  const t = useText()
  return (
    <OpenField label={t('Name')} error={useErrorOf(faults)('name')} required>
      {(props) => <input {...props} name="name" autoComplete="name" maxLength={200} />}
    </OpenField>
  )
}

export const EmailField = ({ faults }: { faults: Faults }) => {
  const t = useText()
  return (
    <OpenField label={t('Email')} error={useErrorOf(faults)('email')} required>
      {(props) => <input {...props} type="email" name="email" autoComplete="email" maxLength={254} />}
    </OpenField>
  )
}

interface AskerFieldsProps {
  faults: Faults
  /** How long the comments may be. */
  most?: number
  /** What is before the comments. */
  children?: ReactNode
}

/** Who asks, where they are, and what they have to say. */
export const EnquirerFields = ({ faults, most = 2000, children }: AskerFieldsProps) => {
  const t = useText()
  const errorOf = useErrorOf(faults)
  return (
    <>
      <NameField faults={faults} />
      <CountryField label={t('Country')} name="country" error={errorOf('country')} />
      <EmailField faults={faults} />
      {children}
      <OpenField label={t('Comments')} error={errorOf('comments')}>
        {(props) => <textarea {...props} name="comments" rows={4} maxLength={most} />}
      </OpenField>
      <Consent error={errorOf('consent')} />
      <Honeypot />
    </>
  )
}
