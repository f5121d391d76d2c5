import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { Head } from '#kit/page/head'
import { useKeepLanguage } from '#kit/page/page'
import { useText } from '#kit/text'

export const statusCodes = ['500', '404', '403'] as const
export type StatusCode = (typeof statusCodes)[number]

/** What a screen shows instead of itself when it failed, or its loader did. Why is told to the server's log alone. */
export const FailedView = () => {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? String(error.status) : '500'
  return <StatusView code={([...statusCodes, '503'] as const).find((known) => known === status) ?? '500'} />
}

/** What went wrong, in two sentences, and the way back. */
export const StatusView = ({ code }: { code: StatusCode | '503' }) => {
  const t = useText()
  const keep = useKeepLanguage()
  const said = {
    503: [t('We are back in a moment'), t('Please try again.')],
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
