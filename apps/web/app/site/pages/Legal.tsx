import { legalKinds, legalPages } from '@tradewind/contract/platform/legalText.fields'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { fetchApi, notFoundResponse, pageServicesContext } from '#kit/page/fetchApi'
import { Head, usePage } from '#kit/page/page'
import { useLanguage, useText } from '#kit/text'
import { RichText } from '#site/content/open/PostBody'
import { dayIn } from '#site/dayIn'
import { languageNameFor } from '#site/languageName'
import { formatLongDay } from '#site/textFormat'
import styles from './legal.module.css'

/** The kind of text, from the address of the page. */
const kindAt = (url: string) => {
  const { pathname } = new URL(url)
  return legalKinds.find((kind) => pathname.replace(/\.data$/, '') === legalPages[kind].path)
}

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const kind = kindAt(request.url)
  const found =
    kind && (await fetchApi(context, 'GET /api/legalText/shown/:kind', { kind, lang: context.get(pageServicesContext).language }))
  if (!found) throw notFoundResponse()
  const { version, content, language, dateCreated } = found.data
  // Formatted on the server, where the page is rendered: a browser may format the language differently.
  const { timeZone, language: reader } = context.get(pageServicesContext)
  const day = formatLongDay(reader, dayIn(timeZone, dateCreated))
  return { ...legalPages[kind], version, content, language, dateCreated, day }
}

/** A legal text about the tenant or its use of data, in its published version. */
export default function Legal() {
  const t = useText()
  const { tenant } = usePage()
  const { name, version, content, language, dateCreated, day } = useLoaderData<typeof loader>()
  const reader = useLanguage()
  return (
    <article className={`open-width ${styles.legal}`}>
      <Head title={t(name)} description={t('{name} of {tenant}', { name: t(name), tenant: tenant.name })} />
      <h1>{t(name)}</h1>
      {language !== reader && (
        <p role="note" className={styles.foreign}>
          {t('This text is not available in your language. You read it in {language}.', {
            language: languageNameFor(reader, language),
          })}
        </p>
      )}
      <div lang={language}>
        <RichText html={content} />
      </div>
      <p className={styles.version}>
        {t('Version {version}', { version })}, <time dateTime={dateCreated}>{day}</time>
      </p>
    </article>
  )
}
