import { type ComponentType, lazy } from 'react'
import { loadScript } from '#kit/browser/connection'
import { loadTexts, useText } from '#kit/text'
import { Notice } from './Notice.tsx'

/** A part of an open page that is loaded, with all texts, when it is first shown. If it cannot be loaded the page stays, with an error in its place. */
export const lazyPublicPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy<ComponentType<P>>(async () => {
    const [Part] = await Promise.all([loadScript(load).catch(() => LoadError), loadTexts()])
    return { default: Part }
  })

const LoadError = () => {
  const t = useText()
  return (
    <Notice kind="bad">
      {t('A part of this page could not be loaded.')}{' '}
      <button type="button" className="open-button" onClick={() => location.reload()}>
        {t('Reload')}
      </button>
    </Notice>
  )
}
