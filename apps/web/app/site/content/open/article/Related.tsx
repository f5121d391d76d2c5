import type { Content } from '@tradewind/contract/site/content.contract'
import { useText } from '#kit/text'
import { PostCard } from '#site/post/PostCard'
import styles from './article.module.css'

/** What its reader may like, too. */
export const Related = ({ posts }: { posts: readonly Content[] }) => {
  const t = useText()
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="related" className={styles.related}>
      <div className="open-width">
        <h2 id="related">{t('More to read, hear and watch')}</h2>
        <ul>
          {posts.map((post) => (
            <li key={post.uniqueId}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
