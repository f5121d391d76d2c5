import { type ComponentType, lazy, useState } from 'react'
import { loadScript } from '#kit/browser/connection'
import { loadTexts, useText } from '#kit/text'
import { Notice } from './Notice.tsx'

/**
 * A part of an open page that is loaded, with all texts, when it is first shown. If it cannot be loaded the page stays, with an error in its place, and
 * a button that loads it again.
 */
export const lazyPublicPart = <P extends object>(load: () => Promise<ComponentType<P>>, isRetried = false) => {
  let Again: ComponentType<P> | undefined
  const Failed = (props: P) => {
    const [Part, setPart] = useState(() => Again)
    if (Part) return <Part {...props} />
    return <LoadError onRetry={isRetried ? undefined : () => setPart(() => (Again ??= lazyPublicPart(load, true)))} />
  }
  return lazy<ComponentType<P>>(async () => {
    const [Part] = await Promise.all([loadScript(load).catch(() => Failed), loadTexts()])
    return { default: Part }
  })
}

const LoadError = ({ onRetry }: { onRetry: (() => void) | undefined }) => {
  const t = useText()
  return (
    <Notice kind="bad">
      {t('A part of this page could not be loaded.')}{' '}
      <button type="button" className="open-button" onClick={onRetry ?? (() => location.reload())}>
        {onRetry ? t('Try again') : t('Reload')}
      </button>
    </Notice>
  )
}
