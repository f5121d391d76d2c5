import type { Content } from '@tradewind/contract/site/content.contract'

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
