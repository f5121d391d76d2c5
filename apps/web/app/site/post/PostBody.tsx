import type { Content } from '@tradewind/contract/site/content.contract'
import { CleanHtml } from '#kit/page/raw'
import { Player } from './Player.tsx'
import styles from './body.module.css'

/** Letters of text that may be above a picture which is seen at once. */
const aboveTheFold = 600

/** The same markup, whose first picture is fetched before all others where it stands near the top. */
export const withFirstPicture = (html: string) => {
  const at = html.indexOf('<img ')
  if (at < 0 || html.slice(0, at).replace(/<[^>]*>/g, '').length > aboveTheFold) return html
  const end = html.indexOf('>', at)
  const picture = html.slice(at, end).replace(/ (loading|fetchpriority)="[^"]*"/g, '')
  return `${html.slice(0, at)}${picture.replace('<img', '<img loading="eager" fetchpriority="high"')}${html.slice(end)}`
}

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

/** Cleaned markup, to be read at length. */
export const Reading = ({ html }: { html: string }) => (
  <div className={styles.reading}>
    <CleanHtml html={withFirstPicture(html)} />
  </div>
)
