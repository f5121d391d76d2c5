import type { Content } from '@tradewind/contract/site/content.contract'
import { Link } from 'react-router'
import { useKeepLanguage } from '#kit/page/page'
import { useText } from '#kit/text'
import { articleTypeNames, categoryNames } from '#site/post/post.words'
import { PostDate } from '#site/post/PostCard'
import { centreOf } from './article.data.ts'
import styles from './article.module.css'

/** Where the page stands. */
export const Crumbs = ({ title }: Pick<Content, 'title'>) => {
  const t = useText()
  const keep = useKeepLanguage()
  return (
    <nav aria-label={t('Breadcrumb')} className={styles.crumbs}>
      <ol>
        <li>
          <Link to={keep('/')}>{t('Home')}</Link>
        </li>
        <li>
          <Link to={keep('/knowledgeCentre')}>{t('Knowledge Centre')}</Link>
        </li>
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}

export const ByLine = ({ userCompanyName, ...post }: Pick<Content, 'userCompanyName' | 'dateCreatedLocal' | 'minutes'>) => {
  const t = useText()
  return (
    <div className={styles.byLine}>
      <p>{t('By {name}', { name: userCompanyName })}</p>
      <PostDate {...post} />
    </div>
  )
}

/** Its category and sub-categories: each leads to all that have it. */
export const Topics = ({ category, articleTypes }: Pick<Content, 'category' | 'articleTypes'>) => {
  const t = useText()
  const asked = useKeepLanguage()('').slice(1)
  return (
    <nav aria-label={t('Topics')} className={styles.topics}>
      <ul>
        <li>
          <Link to={centreOf({ category }, asked)}>{t(categoryNames[category])}</Link>
        </li>
        {articleTypes.map((articleType) => (
          <li key={articleType}>
            <Link to={centreOf({ articleType }, asked)}>{t(articleTypeNames[articleType])}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
