import { type ReactNode, useMemo } from 'react'
import { preventEnterSubmit } from '#kit/browser/storedForm'
import { useLanguage, useText } from '#kit/text'
import { Consent } from '#platform/legalText/Consent'
import { Honeypot, OpenField } from '#ui/page/OpenField'
import { allCountryOptions, type CountryOption } from './countries.ts'

/** One message for each invalid field. */
export type Faults = Readonly<Record<string, string>>

/** Returns a function for the message about a field, in the user's language. */
export const useFieldErrors = (faults: Faults) => {
  const t = useText()
  return (field: string) => faults[field] && t(faults[field])
}

export const NameField = ({ faults }: { faults: Faults }) => {
  const t = useText()
  return (
    <OpenField label={t('Name')} error={useFieldErrors(faults)('name')} required>
      {(props) => <input {...props} name="name" autoComplete="name" maxLength={200} />}
    </OpenField>
  )
}

export const EmailField = ({ faults }: { faults: Faults }) => {
  const t = useText()
  return (
    <OpenField label={t('Email')} error={useFieldErrors(faults)('email')} required>
      {(props) => <input {...props} type="email" name="email" autoComplete="email" maxLength={254} />}
    </OpenField>
  )
}

interface EnquirerFieldsProps {
  faults: Faults
  /** Maximum length of the comments. */
  maxCommentLength?: number
  /** Fields before the comments. */
  children?: ReactNode
}

/** The fields for the sender's name, address, country and comments. */
export const EnquirerFields = ({ faults, maxCommentLength = 2000, children }: EnquirerFieldsProps) => {
  const t = useText()
  const errorOf = useFieldErrors(faults)
  return (
    <>
      <NameField faults={faults} />
      <CountryField label={t('Country')} name="country" error={errorOf('country')} />
      <EmailField faults={faults} />
      {children}
      <OpenField label={t('Comments')} error={errorOf('comments')}>
        {(props) => <textarea {...props} name="comments" rows={4} maxLength={maxCommentLength} />}
      </OpenField>
      <Consent error={errorOf('consent')} />
      <Honeypot />
    </>
  )
}

interface CountryFieldProps {
  label: string
  name: string
  error?: string | undefined
}

/** Selects one of all countries, by their names in the page's language. Only for parts that are loaded on demand, since the list is long. */
export const CountryField = ({ label, name, error }: CountryFieldProps) => {
  const t = useText()
  const language = useLanguage()
  const { countries, territories } = useMemo(() => allCountryOptions(language), [language])
  return (
    <OpenField label={label} error={error} required>
      {(props) => (
        <select {...props} onKeyDown={preventEnterSubmit} name={name} defaultValue="" autoComplete="country">
          <option value="">{t('Choose a country')}</option>
          <Group label={t('Countries')} options={countries} />
          <Group label={t('Territories')} options={territories} />
        </select>
      )}
    </OpenField>
  )
}

const Group = ({ label, options }: { label: string; options: readonly CountryOption[] }) => (
  <optgroup label={label}>
    {options.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </optgroup>
)
