import { accessOf } from '@tradewind/contract/plan'
import type { Content } from '@tradewind/contract/site/content.contract'
import { languageNames } from '#kit/languages'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { categoryNames, seesSubscriptions, subscriptionNames, typeNames } from './post.words.ts'
import styles from './card.module.css'

type Marked = Pick<Content, 'language' | 'contentType' | 'category' | 'articleTypes' | 'isPaidContent'>

/** What kind of content it is, and whether it is training; and whether it is paid, for who does not pay for it already. */
export const PostBadges = (post: Marked) => {
  const t = useText()
  const tells = seesSubscriptions(useActor().roles)
  const access = accessOf(post)
  return (
    <p className={styles.badges}>
      <span>{t(typeNames[post.contentType])}</span>
      <span>{t(categoryNames[post.category])}</span>
      <Foreign {...post} />
      {tells && post.isPaidContent && <span data-asks>{t(subscriptionNames.PAID)}</span>}
      {access === 'TRAINING' && <span data-asks>{t(subscriptionNames.TRAINING)}</span>}
    </p>
  )
}

type Spoken = Pick<Content, 'language'>

/** The `lang` of texts that speak another language than the page. */
export const useForeign = ({ language }: Spoken) => (language === useLanguage() ? undefined : language)

/** Says which language a piece of content speaks, where it is another one than the page's. */
const Foreign = (post: Spoken) => {
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
