import { legalKinds, legalPages } from '@tradewind/contract/platform/legalText.fields'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { fetchApi, nothingHere, services } from '#kit/page/fetchApi'
import { Head, usePage } from '#kit/page/page'
import { languageNames, useLanguage, useText } from '#kit/text'
import { Reading } from '#site/content/open/PostBody'
import { longDay } from '#site/writing'
import styles from './legal.module.css'

/** The kind of text, from the address of the page. */
const kindAt = (url: string) => {
  const { pathname } = new URL(url)
  return legalKinds.find((kind) => pathname.replace(/\.data$/, '') === legalPages[kind].path)
}

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const kind = kindAt(request.url)
  const found =
    kind && (await fetchApi(context, 'GET /api/legalText/shown/:kind', { kind, lang: context.get(services).language }))
  if (!found) throw nothingHere()
  const { version, content, language, dateCreated } = found.data
  // Formatted on the server, where the page is rendered: a browser may format the language differently.
  const day = longDay(context.get(services).language, dateCreated)
  return { ...legalPages[kind], version, content, language, dateCreated, day }
}

/** A legal text about the tenant or its use of data, in its published version. */
export default function Legal() {
  const t = useText()
  const { tenant } = usePage()
  const { name, version, content, language, dateCreated, day } = useLoaderData<typeof loader>()
  const isForeign = language !== useLanguage()
  return (
    <article className={`open-width ${styles.legal}`}>
      <Head title={t(name)} description={t('{name} of {tenant}', { name: t(name), tenant: tenant.name })} />
      <h1>{t(name)}</h1>
      {isForeign && (
        <p role="note" className={styles.foreign}>
          {t('This text is not available in your language. You read it in {language}.', { language: languageNames[language] })}
        </p>
      )}
      <div lang={language}>
        <Reading html={content} />
      </div>
      <p className={styles.version}>
        {t('Version {version}', { version })}, <time dateTime={dateCreated}>{day}</time>
      </p>
    </article>
  )
}
