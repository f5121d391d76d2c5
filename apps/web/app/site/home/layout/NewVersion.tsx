import { useState } from 'react'
import { useVersionCheck } from '#kit/browser/version'
import { useText } from '#kit/text'

/** Says that a newer version is served, where the page must not start anew by itself: somebody fills in a form. */
export const NewVersion = () => {
  const t = useText()
  const [isThere, setThere] = useState(false)
  useVersionCheck(() => setThere(true))
  return (
    <div role="status" className="open-version">
      {isThere && (
        <p>
          {t('There is a new version')} <span>{t('Reload when it suits you. What you typed is kept.')}</span>
          <button type="button" className="open-button" onClick={() => location.reload()}>
            {t('Reload')}
          </button>
        </p>
      )}
    </div>
  )
}
