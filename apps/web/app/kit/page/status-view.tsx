import { Link } from 'react-router'
import { Head } from '#kit/page/head'
import { useKeepLanguage } from '#kit/page/page'
import { useText } from '#kit/text'

export const statusCodes = ['500', '404', '403'] as const
export type StatusCode = (typeof statusCodes)[number]

/** What went wrong, in two sentences, and the way back. */
export const StatusView = ({ code }: { code: StatusCode }) => {
  const t = useText()
  const keep = useKeepLanguage()
  const said = {
    500: [t('Something went wrong!'), t('Please try again later.')],
    404: [t('Page not found'), t('The address may be misspelt, or the page may have moved.')],
    403: [t('Unauthorised!'), t('You are not authorised to access this page')],
  } as const
  const [title, text] = said[code]
  return (
    <section className="open-width status">
      <Head title={title} />
      <p className="status-code">{code}</p>
      <h1>{title}</h1>
      <p>{text}</p>
      <Link className="open-button open-button-main" to={keep('/')} reloadDocument>
        {t('Back To Home')}
      </Link>
    </section>
  )
}
