import type { Content } from '@tradewind/contract/site/content.contract'
import { useState } from 'react'
import { CleanHtml } from '#kit/page/raw'
import { useText } from '#kit/text'
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

type Embed = NonNullable<Content['embed']>

export const hostNames: Readonly<Record<Embed['host'], string>> = { YOUTUBE: 'YouTube', SPOTIFY: 'Spotify' }

const players: Readonly<Record<Embed['host'], RegExp>> = {
  YOUTUBE: /^https:\/\/www\.youtube-nocookie\.com\/embed\/[^/?#]/,
  SPOTIFY: /^https:\/\/open\.spotify\.com\/embed\/(track|episode|show)\/[^/?#]/,
}

/** The address of a player that begins at once, since somebody has just asked for it. Null where it is not the one of its host. */
export const playerAddress = ({ host, url }: Embed) => {
  if (!players[host].test(url)) return null
  const address = new URL(url)
  if (host === 'YOUTUBE') address.searchParams.set('autoplay', '1')
  return address.href
}

/** How much room a player takes: a screen of 16 by 9, one line of sound, or a list of episodes. */
export const playerShape = ({ host, url }: Embed) => {
  if (host === 'YOUTUBE') return 'screen'
  return /\/embed\/show\//.test(url) ? 'list' : 'line'
}

interface PlayerProps {
  title: string
  embed: NonNullable<Content['embed']>
  /** Where the host itself shows it. */
  link: string
}

/** What is heard or seen at its host. The host learns nothing of who reads the page until they ask for the player. */
export const Player = ({ title, embed, link }: PlayerProps) => {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const host = hostNames[embed.host]
  const address = playerAddress(embed)
  return (
    <figure className={styles.player}>
      {address && (
        <div className={styles.frame} data-shape={playerShape(embed)}>
          {opened ? (
            <Frame title={title} address={address} />
          ) : (
            <button type="button" className={styles.facade} onClick={() => setOpened(true)}>
              <svg viewBox="0 0 48 48" aria-hidden="true">
                <circle cx="24" cy="24" r="24" />
                <path d="M19 15.5v17l14-8.5Z" />
              </svg>
              <span>{t('Play from {host}', { host })}</span>
            </button>
          )}
        </div>
      )}
      <figcaption className={styles.caption}>
        <span>{t('Nothing is loaded from {host} before you press play.', { host })}</span>{' '}
        <a href={link} target="_blank" rel="noopener noreferrer">
          {t('Open at {host}', { host })}
        </a>
      </figcaption>
    </figure>
  )
}

const Frame = ({ title, address }: { title: string; address: string }) => (
  <iframe
    ref={(frame) => frame?.focus()}
    src={address}
    title={title}
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the player is of another origin: its own is not ours
    sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
    allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
    referrerPolicy="strict-origin-when-cross-origin"
  />
)
