import type { Content } from '@tradewind/contract/site/content.contract'
import { languageNames } from '#kit/languages'
import { useLanguage, useText } from '#kit/text'

type Spoken = Pick<Content, 'language'>

/** The `lang` of texts that speak another language than the page. */
export const useForeign = ({ language }: Spoken) => (language === useLanguage() ? undefined : language)

/** Says which language a piece of content speaks, where it is another one than the page's. */
export const Foreign = (post: Spoken) => {
  const t = useText()
  const lang = useForeign(post)
  if (!lang) return null
  return (
    <span>
      <span className="unseen">{t('Language')}: </span>
      <span lang={lang}>{languageNames[lang]}</span>
    </span>
  )
}
