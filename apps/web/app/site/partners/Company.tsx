import { useEffect, useState } from 'react'
import { data, type LoaderFunctionArgs, redirect, useLoaderData, useParams, useSearchParams } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { fetchApi, services } from '#kit/page/fetchApi'
import { useActor } from '#kit/session'
import { useEveryText, useLanguage, useText } from '#kit/text'
import { StatusView } from '#platform/StatusView'
import { remarksOfPage } from './company.words.ts'
import { addressWith, lastInstead, pageIn } from './PartnerCards.tsx'
import type { Shown } from './shown.ts'
import { TrustPage } from './TrustPage.tsx'
import styles from './company.module.css'

export const loader = async ({ params: { uniqueId = '' }, request, context }: LoaderFunctionArgs) => {
  const { searchParams, pathname } = new URL(request.url)
  const page = pageIn(searchParams)
  const asked = { uniqueId, page: page - 1, size: remarksOfPage }
  const [summary, description, score, remarks] = await Promise.all([
    fetchApi(context, 'GET /api/review/userReviewDetails/:uniqueId', { uniqueId, lang: context.get(services).language }),
    fetchApi(context, 'GET /api/review/companyDescription/:uniqueId', { uniqueId }),
    fetchApi(context, 'GET /api/review/public/:uniqueId', { uniqueId }),
    fetchApi(context, 'GET /api/review/public/:uniqueId/remarks', asked),
  ])
  if (!summary || !score || !remarks) return data(null, { status: 404 })
  const last = lastInstead(page, remarks.total, remarksOfPage)
  if (last) throw redirect(pathname + addressWith(searchParams, last))
  const { companyDescriptionMarkup: markup = null } = description?.data ?? {}
  return { summary: summary.data, description: markup, score: score.data, remarks: remarks.data, page } satisfies Shown
}

/** The trust page of a company as every visitor sees it; its owner also sees it while it is hidden. */
export default function Company() {
  const { uniqueId = '' } = useParams()
  const shown = useLoaderData<typeof loader>()
  const isOwn = useActor().uniqueId === uniqueId
  if (shown) return <TrustPage key={`${uniqueId} ${shown.page}`} {...shown} />
  return isOwn ? <OwnPreview uniqueId={uniqueId} /> : <StatusView code="404" />
}

/** The preview of a hidden page for its owner. It loads in the browser, since the server renders pages as visitors see them. */
const OwnPreview = ({ uniqueId }: { uniqueId: string }) => {
  useEveryText()
  const t = useText()
  const language = useLanguage()
  const [params] = useSearchParams()
  const page = pageIn(params)
  const [shown, setShown] = useState<Shown | null>(null)
  const [status, setStatus] = useState(200)
  useEffect(() => {
    import('./shown.ts')
      .then(({ shownNow }) => shownNow(uniqueId, language, page))
      .then(setShown, (error: unknown) => setStatus(failureOf(error).status))
  }, [uniqueId, language, page])
  if (status !== 200) return <StatusView code={status === 404 ? '404' : '500'} />
  return (
    <>
      <p role="status" className={styles.banner}>
        {t('This is a preview: visitors cannot see this page.')}{' '}
        {t('It is visible once you have a brand name and allow it to be found in your settings, or are a partner.')}
      </p>
      {shown && <TrustPage key={shown.page} {...shown} />}
    </>
  )
}
