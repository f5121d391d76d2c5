import { isStaff } from '@tradewind/contract/roles'
import { assessmentCategoryKey } from '@tradewind/contract/site/assessment.constants'
import { feedbackCardsOf } from '@tradewind/contract/site/assessment.feedback'
import { articlesByCategory, weakestOf } from '@tradewind/contract/site/assessment.scores'
import { Suspense } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { fetchApi, pageServicesContext } from '#kit/page/fetchApi'
import type { Handle } from '#kit/page/page'
import { useActor } from '#kit/session'
import { dayIn } from '#site/dayIn'
import { lazyPublicPart } from '#ui/page/lazyPublicPart'
import { NoResult, ResultPage } from './ResultPage.tsx'

const ResultOfLead = lazyPublicPart(async () => (await import('./ResultOfLead.tsx')).ResultOfLead)

export const handle: Handle = { secret: true }

type Context = LoaderFunctionArgs['context']

/** Whether the parameter is a lead's id instead of a token: staff see the lead's result. */
const isLeadId = (word: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word)

/** Articles about a weak area: three of its kind, newest first. */
const loadArticles = async (context: Context, category: string) => {
  const input = {
    ...articlesByCategory[assessmentCategoryKey(category)!],
    reader: context.get(pageServicesContext).language,
    bodies: false,
    page: 0,
    size: 3,
  }
  const found = await fetchApi(context, 'GET /api/content/', input)
  const posts = (found?.data ?? []).map(({ uniqueId, title, slug, language, minutes, isPaidContent }) => ({
    uniqueId,
    title,
    slug,
    language,
    minutes,
    isPaidContent,
  }))
  return { category, posts }
}

/** Lists an article that belongs to two areas only under the first. */
const withoutDuplicates = (areas: Awaited<ReturnType<typeof loadArticles>>[]) => {
  const seen = new Set<string>()
  return areas
    .map(({ category, posts }) => ({
      category,
      posts: posts.filter(({ uniqueId }) => !seen.has(uniqueId) && seen.add(uniqueId)),
    }))
    .filter(({ posts }) => posts.length > 0)
}

export const loader = async ({ params: { uniqueId = '' }, context }: LoaderFunctionArgs) => {
  const call = 'GET /api/auditQuestion/result/:token'
  const found = isLeadId(uniqueId)
    ? null
    : await fetchApi(context, call, { token: uniqueId, lang: context.get(pageServicesContext).language })
  if (!found) return data(null, { status: 404 })
  const weak = context.get(pageServicesContext).tenant.showsContent ? weakestOf(found.data.averages) : []
  const articles = await Promise.all(weak.map(({ category }) => loadArticles(context, category)))
  const { dateCreated, before } = found.data
  const { timeZone } = context.get(pageServicesContext)
  const days = { now: dayIn(timeZone, dateCreated), before: before && dayIn(timeZone, before.dateCreated) }
  return { result: found.data, days, cards: feedbackCardsOf(found.data.averages), articles: withoutDuplicates(articles) }
}

/** The result of a self-assessment, for anybody who has its link; or by the lead's id, for staff who may see leads. */
export default function Result() {
  const { uniqueId = '' } = useParams()
  const found = useLoaderData<typeof loader>()
  const mayRead = isStaff(useActor()) // the server rejects staff who may not see leads
  if (found) return <ResultPage {...found} token={uniqueId} />
  if (!isLeadId(uniqueId) || !mayRead) return <NoResult />
  return (
    <Suspense>
      <ResultOfLead key={uniqueId} leadId={uniqueId} />
    </Suspense>
  )
}
