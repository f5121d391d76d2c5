import { useEffect, useState } from 'react'
import { data, type LoaderFunctionArgs, redirect, useLoaderData, useParams, useSearchParams } from 'react-router'
import { fetchApi, pageServicesContext } from '#kit/page/fetchApi'
import { useActor } from '#kit/session'
import { useAllTexts, useLanguage, useText } from '#kit/text'
import { StatusView } from '#platform/StatusView'
import { REMARKS_PER_PAGE } from './company.figures.ts'
import { addressOfPage, lastPageIfPastEnd, parsePage } from './PartnerCards.tsx'
import { TrustPage } from './TrustPage.tsx'
import { type Preview, type TrustPageData, withRemarkDays } from './trustPageData.ts'
import styles from './company.module.css'

export const loader = async ({ params: { uniqueId = '' }, request, context }: LoaderFunctionArgs) => {
  const { searchParams, pathname } = new URL(request.url)
  const page = parsePage(searchParams)
  const input = { uniqueId, page: page - 1, size: REMARKS_PER_PAGE }
  const [summary, description, score, remarks] = await Promise.all([
    fetchApi(context, 'GET /api/review/userReviewDetails/:uniqueId', {
      uniqueId,
      lang: context.get(pageServicesContext).language,
    }),
    fetchApi(context, 'GET /api/review/companyDescription/:uniqueId', { uniqueId }),
    fetchApi(context, 'GET /api/review/public/:uniqueId', { uniqueId }),
    fetchApi(context, 'GET /api/review/public/:uniqueId/remarks', input),
  ])
  if (!summary || !score || !remarks) return data(null, { status: 404 })
  const last = lastPageIfPastEnd(page, remarks.total, REMARKS_PER_PAGE)
  if (last) throw redirect(pathname + addressOfPage(searchParams, last))
  const { companyDescriptionMarkup: markup = null } = description?.data ?? {}
  const { timeZone } = context.get(pageServicesContext)
  const loaded = { summary: summary.data, description: markup, score: score.data, remarks: remarks.data, page }
  return withRemarkDays(loaded, timeZone) satisfies TrustPageData
}

/** The trust page of a company as every visitor sees it; its owner also sees it while it is hidden. */
export default function Company() {
  const { uniqueId = '' } = useParams()
  const loaded = useLoaderData<typeof loader>()
  const isOwn = useActor().uniqueId === uniqueId
  if (loaded) return <TrustPage key={`${uniqueId} ${loaded.page}`} {...loaded} />
  return isOwn ? <OwnPreview uniqueId={uniqueId} /> : <StatusView code="404" />
}

/** The preview of a hidden page for its owner. It loads in the browser, since the server renders pages as visitors see them. */
const OwnPreview = ({ uniqueId }: { uniqueId: string }) => {
  useAllTexts()
  const t = useText()
  const language = useLanguage()
  const [params] = useSearchParams()
  const page = parsePage(params)
  const [{ loaded, code }, setResult] = useState<Preview>({})
  useEffect(() => {
    let isStale = false
    void import('./trustPageData.ts')
      .then(
        ({ loadPreview }) => loadPreview(uniqueId, language, page),
        (): Preview => ({ code: '500' }),
      )
      .then((result) => isStale || setResult(result))
    return () => {
      isStale = true
    }
  }, [uniqueId, language, page])
  if (code) return <StatusView code={code} />
  return (
    <>
      <p role="status" className={styles.banner}>
        {t('This is a preview: visitors cannot see this page.')}{' '}
        {t('It is visible once you have a brand name and allow it to be found in your settings, or are a partner.')}
      </p>
      {loaded && <TrustPage key={loaded.page} {...loaded} />}
    </>
  )
}
