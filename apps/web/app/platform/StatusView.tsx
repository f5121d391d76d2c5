import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { checkConnection, onBackOnline, useConnection } from '#kit/browser/connection'
import { Head, useLanguageLink } from '#kit/page/page'
import { useText } from '#kit/text'

export const statusCodes = ['500', '404', '403'] as const
export type StatusCode = (typeof statusCodes)[number]

/** Shown instead of a screen that failed, or whose loader did. Only the server's log has the reason. */
export const FailedView = () => {
  const error = useRouteError()
  const isOffline = useReloadWhenBack(!isRouteErrorResponse(error))
  if (isOffline) return <ConnectionBanner isWaiting />
  const status = isRouteErrorResponse(error) ? String(error.status) : '500'
  return <StatusView code={([...statusCodes, '503'] as const).find((one) => one === status) ?? '500'} />
}

/** Reloads the page when the server can be reached again, if the screen failed because it could not. Returns whether that is the case. */
const useReloadWhenBack = (mayBe: boolean) => {
  const { isOffline } = useConnection()
  useEffect(() => {
    if (!mayBe) return
    void checkConnection()
    return onBackOnline(() => location.reload())
  }, [mayBe])
  return mayBe && isOffline
}

/** The error in two sentences, and a link home. */
export const StatusView = ({ code, children }: { code: StatusCode | '503'; children?: ReactNode }) => {
  const t = useText()
  const withLang = useLanguageLink()
  const texts = {
    503: [t('We will be back in a moment'), t('Please try again.')],
    500: [t('Something went wrong!'), t('Please try again later.')],
    404: [t('Page not found'), t('The address may be misspelt, or the page may have moved.')],
    403: [t('Unauthorised!'), t('You are not authorised to access this page')],
  } as const
  const [title, text] = texts[code]
  return (
    <section className="open-width status">
      <Head title={title} />
      <p className="status-code">{code}</p>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
      <Link className="open-button open-button-main" to={withLang('/')} reloadDocument>
        {t('Back To Home')}
      </Link>
    </section>
  )
}

/** Shows on every page that there is no connection. `isWaiting`: the page itself could not be loaded. */
export const ConnectionBanner = ({ isWaiting = false }: { isWaiting?: boolean }) => {
  const connection = useConnection()
  const t = useText()
  // Both are always translated, so that a page rendered on the server includes them.
  const offlineText = t('You are offline. Nothing you typed is lost.')
  const opens = t('The page opens as soon as the connection is back.')
  if (!connection.isOffline) return null
  return (
    <div role="status" className="connection">
      {isWaiting || connection.isWaiting ? `${offlineText} ${opens}` : offlineText}
    </div>
  )
}
