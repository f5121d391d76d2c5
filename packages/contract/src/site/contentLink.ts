export interface Embed {
  host: 'YOUTUBE' | 'SPOTIFY'
  url: string
}

const youtubeHosts = ['www.youtube.com', 'youtube.com', 'm.youtube.com', 'music.youtube.com', 'www.youtube-nocookie.com']

/** Parses a link: only visible ASCII characters, https or http, without a port or user name. */
const parseLink = (link: string) => {
  if (!/^[a-z\d][\x21-\x7e]{1,2047}$/i.test(link) || /[\\<>"'`]/.test(link)) return undefined
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`)
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.port && !url.username && !url.password
  return isPlain ? url : undefined
}

const videoId = ({ hostname, pathname, searchParams }: URL) => {
  if (hostname === 'youtu.be') return /^\/([\w-]{11})\/?$/.exec(pathname)?.[1]
  if (!youtubeHosts.includes(hostname)) return undefined
  const id = pathname === '/watch' ? (searchParams.get('v') ?? '') : /^\/(?:shorts|embed|live)\/([^/]*)\/?$/.exec(pathname)?.[1]
  return id && /^[\w-]{11}$/.test(id) ? id : undefined
}

const spotifyPath = /^\/(?:intl-[a-z]{2}(?:-[a-z]{2})?\/)?(?:embed\/)?(track|episode|show)\/([A-Za-z0-9]{22})\/?$/

/**
 * Returns the player for a YouTube or Spotify link: its address is built from the id alone. Undefined for any other link.
 */
export const embedOf = (link: string): Embed | undefined => {
  const url = parseLink(link)
  if (!url) return undefined
  const id = videoId(url)
  if (id) return { host: 'YOUTUBE', url: `https://www.youtube-nocookie.com/embed/${id}` }
  const [, what, which] = (url.hostname === 'open.spotify.com' && spotifyPath.exec(url.pathname)) || []
  return which ? { host: 'SPOTIFY', url: `https://open.spotify.com/embed/${what}/${which}` } : undefined
}
