import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { fetchApi, languageOf } from '#kit/page/fetchApi'
import { StatusView } from '#kit/page/status-view'
import { useActor } from '#kit/session'
import { OwnPreview } from './OwnPreview.tsx'
import type { Shown } from './shown.ts'
import { TrustPage } from './TrustPage.tsx'

export const loader = async ({ params: { uniqueId = '' }, context }: LoaderFunctionArgs) => {
  const [summary, description] = await Promise.all([
    fetchApi(context, 'GET /api/review/userReviewDetails/:uniqueId', { uniqueId, lang: languageOf(context) }),
    fetchApi(context, 'GET /api/review/companyDescription/:uniqueId', { uniqueId }),
  ])
  if (!summary) return data(null, { status: 404 })
  return { summary: summary.data, description: description?.data.companyDescriptionMarkup ?? null } satisfies Shown
}

/** The trust page of a company, as every visitor sees it; to its owner also while it is hidden. */
export default function Company() {
  const { uniqueId = '' } = useParams()
  const shown = useLoaderData<typeof loader>()
  const isOwn = useActor().uniqueId === uniqueId
  if (shown) return <TrustPage key={uniqueId} {...shown} />
  return isOwn ? <OwnPreview uniqueId={uniqueId} /> : <StatusView code="404" />
}
