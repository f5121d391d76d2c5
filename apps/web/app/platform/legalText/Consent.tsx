import { phrase } from '@tradewind/contract/kit/phrase'
import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { useFieldError } from '#ui/page/OpenField'
import styles from '#ui/page/open.module.css'

const field = 'consent'

/** The error if the form asks for consent and it is not selected; an empty object otherwise. */
export const consentError = (form: HTMLFormElement): { consent?: string } => {
  const box = form.elements.namedItem(field)
  return box instanceof HTMLInputElement && !box.checked ? { [field]: phrase('Please agree to the privacy policy') } : {}
}

const privacy = '/privacy'

/** Asks the person who fills in a form to accept the displayed version of the privacy policy. Without a policy, nothing is asked. */
export const Consent = ({ error: given }: { error?: string | undefined }) => {
  const { error, onInput } = useFieldError(given)
  const t = useText()
  const policy = usePage().tenant.legal.find(({ path }) => path === privacy)
  if (!policy) return null
  return (
    <div className={styles.consent} onInput={onInput}>
      <label>
        <input
          type="checkbox"
          name={field}
          value={policy.version}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${field}-error`}
        />
        <span>
          {t('I agree that what I enter here is used to answer me, as the privacy policy says.')}
          <span aria-hidden="true"> *</span>
        </span>
      </label>
      <LegalLink {...policy} />
      {error && (
        <p id={`${field}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

const LegalLink = ({ name, path }: { name: string; path: string }) => {
  const t = useText()
  return (
    <a href={path} target="_blank" rel="noopener">
      {t(name)}
    </a>
  )
}

const applicablePaths: readonly string[] = [privacy, '/terms']

/** Links to the legal texts that apply to a form that asks for personal data but not for consent. */
export const LegalNote = () => {
  const t = useText()
  const { legal } = usePage().tenant
  const texts = legal.filter(({ path }) => applicablePaths.includes(path))
  if (texts.length === 0) return null
  return (
    <p className={styles.legal}>
      {t('The following applies to what you enter here:')}{' '}
      {texts.map((text, at) => (
        <span key={text.path}>
          {at > 0 && ' · '}
          <LegalLink {...text} />
        </span>
      ))}
    </p>
  )
}
