import { isStaff } from '@tradewind/contract/roles'
import { Suspense } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { fetchApi, languageOf } from '#kit/page/fetchApi'
import type { Handle } from '#kit/page/page'
import { useActor } from '#kit/session'
import { lazyPublicPart } from '#ui/open/lazyPublicPart'
import { NoResult, ResultPage } from './ResultPage.tsx'

const ResultOfLead = lazyPublicPart(async () => (await import('./ResultOfLead.tsx')).ResultOfLead)

export const handle: Handle = { secret: true }

/** A lead's id, where a token would stand: staff see its result. */
const isId = (word: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word)

export const loader = async ({ params: { uniqueId = '' }, context }: LoaderFunctionArgs) => {
  const call = 'GET /api/auditQuestion/result/:token'
  const result = isId(uniqueId) ? null : await fetchApi(context, call, { token: uniqueId, lang: languageOf(context) })
  return result ? result.data : data(null, { status: 404 })
}

/** The result of a self-assessment, for whoever holds its link; by the lead's id for staff who see leads. */
export default function Result() {
  const { uniqueId = '' } = useParams()
  const result = useLoaderData<typeof loader>()
  const mayRead = isStaff(useActor()) // of staff the server refuses those who see no leads
  if (result) return <ResultPage result={result} />
  if (!isId(uniqueId) || !mayRead) return <NoResult />
  return (
    <Suspense>
      <ResultOfLead key={uniqueId} leadId={uniqueId} />
    </Suspense>
  )
}
