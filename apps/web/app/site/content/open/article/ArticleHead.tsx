import type { Content } from '@tradewind/contract/site/content.contract'
import { Head } from '#kit/page/head'
import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { categoryNames } from '#site/post/post.words'
import { aboutPost, imageOf, wayTo } from './article.data.ts'

/** What search engines and previews read of a piece of content. */
export const ArticleHead = ({ post }: { post: Content }) => {
  const t = useText()
  const { origin, tenant } = usePage()
  const way = [
    [t('Home'), '/'],
    [t('Knowledge Centre'), '/knowledgeCentre'],
    [post.title, `/blog/${post.slug}`],
  ] as const
  const about = aboutPost(origin, tenant, post, t(categoryNames[post.category]))
  return (
    <>
      <Head
        title={post.title}
        description={post.excerpt || t(categoryNames[post.category])}
        image={imageOf(post)}
        article={{ published: post.shownFrom ?? post.dateCreated, modified: post.updatedAt }}
        jsonLd={{ '@context': 'https://schema.org', '@graph': [about, wayTo(origin, way)] }}
      />
      <link rel="alternate" type="application/rss+xml" title={t('Knowledge Centre')} href="/rss.xml" />
    </>
  )
}
