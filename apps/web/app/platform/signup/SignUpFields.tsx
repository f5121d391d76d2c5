import { phrase, useText } from '#kit/text'
import { Honeypot } from '#ui/open/Honeypot'
import { OpenField } from '#ui/open/OpenField'
import styles from './signup.module.css'

const names = [
  { name: 'firstName', label: phrase('First Name'), autoComplete: 'given-name', required: true },
  { name: 'middleName', label: phrase('Middle Name (optional)'), autoComplete: 'additional-name', required: false },
  { name: 'lastName', label: phrase('Last Name'), autoComplete: 'family-name', required: true },
] as const

/** The fields of the form, as the call names them. */
export const SignUpFields = ({ faults }: { faults: Readonly<Record<string, string>> }) => {
  const t = useText()
  const errorOf = (field: string) => faults[field] && t(faults[field])
  return (
    <>
      {names.map(({ name, label, autoComplete, required }) => (
        <OpenField key={name} label={t(label)} error={errorOf(name)} required={required}>
          {(props) => <input {...props} name={name} autoComplete={autoComplete} maxLength={200} />}
        </OpenField>
      ))}
      <OpenField label={t('Email')} error={errorOf('emailAddress')} required>
        {(props) => <input {...props} type="email" name="emailAddress" autoComplete="email" maxLength={254} />}
      </OpenField>
      <OpenField label={t('Company Name')} error={errorOf('userCompanyName')} required>
        {(props) => <input {...props} name="userCompanyName" autoComplete="organization" maxLength={200} />}
      </OpenField>
      <OpenField label={t('Brand Logo (optional)')} error={errorOf('file')}>
        {(props) => (
          <>
            <input {...props} type="file" name="file" accept="image/png,image/jpeg,image/webp,image/gif,image/avif" />
            <p className={styles.hint}>{t('PNG, JPEG, WebP or GIF, 2 MB at most.')}</p>
          </>
        )}
      </OpenField>
      <Honeypot />
    </>
  )
}
