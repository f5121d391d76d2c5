import { Link, useSearchParams } from 'react-router'
import { useIsReady } from '#kit/browser/kept-form'
import { Head } from '#kit/page/head'
import { useKeepLanguage, usePage } from '#kit/page/page'
import { phrase, useText } from '#kit/text'
import { SignUpForm } from './SignUpForm.tsx'
import styles from './signup.module.css'

/** Opens a free account, where the tenant lets visitors do so. */
export default function SignUp() {
  const { allowsSignUp } = usePage().tenant
  return <div className={styles.page}>{allowsSignUp ? <Open /> : <Closed />}</div>
}

const Open = () => {
  const t = useText()
  const invited = useInvited()
  return (
    <>
      <Head
        title={t('Create Free Account')}
        description={t('A free account for files that are shared with you: read and download them, and keep your profile.')}
      />
      <section>
        <h1>{t('Create Free Account')}</h1>
        {invited && (
          <p className={styles.invited} role="status">
            {t('Somebody shared files with this address. They wait for you under Shared with me once it is confirmed.')}
          </p>
        )}
        <SignUpForm key={invited} invited={invited} />
        <p className={styles.other}>
          {t('You have an account?')} <LoginLink />
        </p>
      </section>
      <Benefits />
    </>
  )
}

/** The address of a mail that led here. The server draws the page for everybody alike. */
const useInvited = () => {
  const asked = useSearchParams()[0].get('email') ?? ''
  return useIsReady() && asked.includes('@') ? asked : ''
}

const LoginLink = () => {
  const t = useText()
  const keep = useKeepLanguage()
  return <Link to={keep('/auth/login')}>{t('Login')}</Link>
}

const held = [
  [phrase('What is shared with you'), phrase('Files and folders that members share with your address stand in one place.')],
  [phrase('Your profile'), phrase('Your name, your language and your password are yours to change.')],
  [phrase('No card, no end'), phrase('It costs nothing, and no trial runs out. A plan is another step, and yours to take.')],
] as const

/** What a free account holds, and what it does not. */
const Benefits = () => {
  const t = useText()
  return (
    <aside className={styles.benefits} aria-labelledby="benefits">
      <h2 id="benefits">{t('What a free account holds')}</h2>
      <ul>
        {held.map(([title, text]) => (
          <li key={title}>
            <h3>{t(title)}</h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ul>
      <p>{t('Companies, contacts and a drive of your own come with the plans.')}</p>
    </aside>
  )
}

const Closed = () => {
  const t = useText()
  const { name, contact } = usePage().tenant
  return (
    <section>
      <Head title={t('Create Free Account')} />
      <h1>{t('Create Free Account')}</h1>
      <p className={styles.closed}>{t('{name} opens accounts for its users itself, and invites them by mail.', { name })}</p>
      {contact && (
        <p className={styles.closed}>
          {t('Contact')}: <a href={`mailto:${contact}`}>{contact}</a>
        </p>
      )}
      <p className={styles.closed}>
        {t('You have an account?')} <LoginLink />
      </p>
    </section>
  )
}
