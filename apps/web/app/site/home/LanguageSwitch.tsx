import { useLocation } from 'react-router'
import { useIsReady } from '#kit/browser/kept-form'
import { languageNames, languages } from '#kit/languages'
import { useLanguage, useText } from '#kit/text'
import { useClosing } from './useClosing.ts'

/** The page in each language, as plain links: they work without script, and each is an address of its own. */
export const Languages = () => {
  const spoken = useLanguage()
  const { pathname, search } = useLocation()
  const isReady = useIsReady()
  const inLanguage = (code: string) => {
    const query = new URLSearchParams(search)
    if (!isReady) query.delete('email') // of whom a mail led here: a page that is kept names nobody
    query.set('lang', code)
    return `${pathname}?${query}`
  }
  return languages.map((code) => (
    <li key={code}>
      <a href={inLanguage(code)} hrefLang={code} lang={code} aria-current={code === spoken || undefined}>
        {languageNames[code]}
      </a>
    </li>
  ))
}

export const LanguageSwitch = () => {
  const t = useText()
  const spoken = useLanguage()
  return (
    <details className="open-fold" name="header" ref={useClosing()}>
      <summary>
        <span className="unseen">{t('Language')}</span>
        {languageNames[spoken]}
      </summary>
      <ul>
        <Languages />
      </ul>
    </details>
  )
}
