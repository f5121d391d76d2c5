import { useConnection } from '#kit/browser/connection'
import { useText } from '#kit/text'

/** Says on every page that there is no connection, while there is none. `isWaiting`: the page itself could not be loaded. */
export const ConnectionBanner = ({ isWaiting = false }: { isWaiting?: boolean }) => {
  const connection = useConnection()
  const t = useText()
  // Both are always translated, so that a page drawn by the server carries them.
  const lost = t('You are offline. Nothing you typed is lost.')
  const opens = t('The page opens as soon as the connection is back.')
  if (!connection.isOffline) return null
  return (
    <div role="status" className="connection">
      {isWaiting || connection.isWaiting ? `${lost} ${opens}` : lost}
    </div>
  )
}
