import { Title } from '@mantine/core'
import { type Handle, Head } from '#kit/page/page'
import { useText } from '#kit/text'
import { redirectSignedIn } from './redirectSignedIn.ts'
import { SignIn } from './SignIn.tsx'
import styles from './signIn.module.css'

export const handle: Handle = { hidden: true }

/** Redirects users who are already signed in. */
export const clientLoader = ({ request }: { request: Request }) => redirectSignedIn(request)
clientLoader.hydrate = true as const

/** With a loader the server renders the form, so that it is visible before any script has run. */
export const loader = () => null

const renderHeading = (text: string) => (
  <Title order={1} size="h2" mb="lg">
    {text}
  </Title>
)

export default function Login() {
  const t = useText()
  return (
    <section className={styles.card}>
      <Head title={t('Login')} />
      <SignIn heading={renderHeading} />
    </section>
  )
}
