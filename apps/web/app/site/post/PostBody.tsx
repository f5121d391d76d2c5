import type { Content } from '@tradewind/contract/site/content.contract'
import { CleanHtml } from '#kit/page/raw'
import { Player } from './Player.tsx'
import { withFirstPicture } from './reading.ts'
import styles from './body.module.css'

type Readable = Pick<Content, 'title' | 'contentType' | 'content' | 'seoText' | 'embed'>

/** What is to be read, heard or seen of a piece of content, where who asks may open it. */
export const PostBody = ({ content: { title, contentType, content, seoText, embed } }: { content: Readable }) => {
  if (contentType === 'TEXT') return content && <Reading html={content} />
  return (
    <div className={styles.body}>
      {embed && <Player title={title} embed={embed} link={content ?? embed.url} />}
      {seoText && <Reading html={seoText} />}
    </div>
  )
}

const Reading = ({ html }: { html: string }) => (
  <div className={styles.reading}>
    <CleanHtml html={withFirstPicture(html)} />
  </div>
)
