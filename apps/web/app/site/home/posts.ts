import type { RouterContextProvider } from 'react-router'
import { fetchApi, languageOf, services } from '#kit/page/fetchApi'
import { longDay } from '#ui/values/longDay'

type Context = Readonly<RouterContextProvider>

/** The three newest posts that everybody may open: what is read, or (`media`) what is heard and seen. */
const newest = async (context: Context, media: boolean) => {
  const found = await fetchApi(context, 'GET /api/content/', {
    page: 0,
    size: 3,
    sort: '-shownFrom',
    subscription: 'FREE',
    media,
    bodies: false,
  })
  return (found?.data ?? []).map(({ uniqueId, slug, title, excerpt, contentType, shownFrom }) => ({
    uniqueId,
    slug,
    title,
    excerpt,
    contentType,
    shownFrom,
    // Said by the server, where the page is drawn: a browser may know the language otherwise.
    day: shownFrom && longDay(languageOf(context), shownFrom),
  }))
}

export type Post = Awaited<ReturnType<typeof newest>>[number]

/** What home shows of the knowledge centre, where the tenant has one. */
export const recentPosts = async (context: Context) => {
  if (!context.get(services).tenant.showsContent) return null
  const [articles, media] = await Promise.all([newest(context, false), newest(context, true)])
  return { articles, media }
}
