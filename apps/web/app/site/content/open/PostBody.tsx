import type { Role } from '@tradewind/contract/roles'
import type { Content } from '@tradewind/contract/site/content.contract'
import { useState } from 'react'
import { CleanHtml } from '#kit/page/raw'
import { useText } from '#kit/text'
import { shortenTo } from '#site/textFormat'
import styles from './body.module.css'

/** Shortens a title for cards: 60 characters at most. */
export const shortenTitle = (title: string) => shortenTo(60, title)

const subscribers: readonly Role[] = ['ROLE_BASIC', 'ROLE_ADVANCE', 'ROLE_PRO', 'ROLE_BUISNESS']

/** Whether the user sees what is paid, and can filter by it: not if they already have a plan. */
export const seesSubscriptions = (roles: readonly Role[]) => !roles.some((role) => subscribers.includes(role))

const widths = [480, 960, 1600]

/** The addresses of a picture in its available widths, widest last. */
export const pictureSources = ({ uniqueId, width }: NonNullable<Content['picture']>) => {
  const enough = widths.findIndex((one) => one >= width)
  return widths
    .slice(0, enough < 0 ? widths.length : enough + 1)
    .map((one) => ({ src: `/api/content/picture/${uniqueId}/${one}`, width: Math.min(one, width) }))
}

/** Maximum number of letters of text above a picture that is visible without scrolling. */
const aboveTheFold = 600

/** Gives the first picture in the markup priority in loading if it is near the top. */
export const prioritizeFirstPicture = (html: string) => {
  const at = html.indexOf('<img ')
  if (at < 0 || html.slice(0, at).replace(/<[^>]*>/g, '').length > aboveTheFold) return html
  const end = html.indexOf('>', at)
  const picture = html.slice(at, end).replace(/ (loading|fetchpriority)="[^"]*"/g, '')
  return `${html.slice(0, at)}${picture.replace('<img', '<img loading="eager" fetchpriority="high"')}${html.slice(end)}`
}

type Readable = Pick<Content, 'title' | 'contentType' | 'content' | 'seoText' | 'embed'>

/** The content to read, hear or watch, if the user may open it. */
export const PostBody = ({ content: { title, contentType, content, seoText, embed } }: { content: Readable }) => {
  if (contentType === 'TEXT') return content && <RichText html={content} />
  return (
    <div className={styles.body}>
      {embed && <Player title={title} embed={embed} link={content ?? embed.url} />}
      {seoText && <RichText html={seoText} />}
    </div>
  )
}

/** Sanitized markup for reading. */
export const RichText = ({ html }: { html: string }) => (
  <div className={styles.reading}>
    <CleanHtml html={prioritizeFirstPicture(html)} />
  </div>
)

type Embed = NonNullable<Content['embed']>

export const hostNames: Readonly<Record<Embed['host'], string>> = { YOUTUBE: 'YouTube', SPOTIFY: 'Spotify' }

const playerPatterns: Readonly<Record<Embed['host'], RegExp>> = {
  YOUTUBE: /^https:\/\/www\.youtube-nocookie\.com\/embed\/[^/?#]/,
  SPOTIFY: /^https:\/\/open\.spotify\.com\/embed\/(track|episode|show)\/[^/?#]/,
}

/** The address of an embedded player that starts immediately, since the user has just clicked. Null if the address is not one of its host's. */
export const playerAddress = ({ host, url }: Embed) => {
  if (!playerPatterns[host].test(url)) return null
  const address = new URL(url)
  if (host === 'YOUTUBE') address.searchParams.set('autoplay', '1')
  return address.href
}

/** The size of a player: a 16 by 9 video, a single audio track, or a list of episodes. */
export const playerShape = ({ host, url }: Embed) => {
  if (host === 'YOUTUBE') return 'screen'
  return /\/embed\/show\//.test(url) ? 'list' : 'line'
}

interface PlayerProps {
  title: string
  embed: NonNullable<Content['embed']>
  /** The address of the content at its host. */
  link: string
}

/** Audio or video at its host. The host receives no request from the page until the user asks for the player. */
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
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the player is on another origin, so it has no access to ours
    sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
    allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
    referrerPolicy="strict-origin-when-cross-origin"
  />
)
