import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { fetchApi, nothingHere, services } from '#kit/page/fetchApi'
import { Head } from '#kit/page/head'
import { useKeepLanguage } from '#kit/page/page'
import { useText } from '#kit/text'
import { CardPager } from '#site/partners/CardPager'
import { addressWith, lastInstead } from '#site/partners/pages'
import { PostCard } from '#site/post/PostCard'
import { cardsOfPage, inputOf, isFiltered, readAsked } from './centre.address.ts'
import { Filters } from './Filters.tsx'
import { Nothing } from './Nothing.tsx'
import { useOwnList } from './useOwnList.ts'
import styles from './centre.module.css'

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (!context.get(services).tenant.showsContent) throw nothingHere()
  const { searchParams, pathname } = new URL(request.url)
  const asked = readAsked(searchParams)
  const found = await fetchApi(context, 'GET /api/content/', inputOf(asked))
  if (!found) throw nothingHere()
  const last = asked.q ? undefined : lastInstead(asked.page, found.total, cardsOfPage)
  if (last) throw redirect(pathname + addressWith(searchParams, last))
  return { posts: found.data, total: found.total }
}

/** All that is published, by its words and kinds. */
export default function KnowledgeCentre() {
  const t = useText()
  const [params] = useSearchParams()
  const asked = readAsked(params)
  const { posts, total } = useOwnList(asked, useLoaderData<typeof loader>())
  const isLoading = useNavigation().location?.pathname === '/knowledgeCentre'
  return (
    <section className={`open-width ${styles.centre}`}>
      <CentreHead page={asked.page} isPart={isFiltered(asked)} />
      <h1>{t('Knowledge Centre')}</h1>
      <p className={styles.lead}>
        {t('How small and medium companies sell, buy and grow across borders: to read, to hear and to watch.')}
      </p>
      <Filters asked={asked} />
      <div aria-busy={isLoading} className={styles.found}>
        <Count total={total} isPart={isFiltered(asked)} />
        {posts.length > 0 ? (
          <ul className={styles.cards}>
            {posts.map((post, at) => (
              <li key={post.uniqueId}>
                <PostCard post={post} isFirst={at === 0} />
              </li>
            ))}
          </ul>
        ) : (
          <Nothing isPart={isFiltered(asked)} />
        )}
      </div>
      <CardPager page={asked.page} pages={Math.ceil(total / cardsOfPage)} addressOf={(one) => addressWith(params, one)} />
    </section>
  )
}

const Count = ({ total, isPart }: { total: number; isPart: boolean }) => {
  const t = useText()
  const keep = useKeepLanguage()
  return (
    <div className={styles.count}>
      <h2 aria-live="polite">{t('{count} piece of content|{count} pieces of content', { count: total })}</h2>
      {isPart && total > 0 && <Link to={keep('/knowledgeCentre')}>{t('Show everything')}</Link>}
    </div>
  )
}

const CentreHead = ({ page, isPart }: { page: number; isPart: boolean }) => {
  const t = useText()
  return (
    <>
      <Head
        title={t('Knowledge Centre')}
        description={t(
          'Articles, audio and video on international expansion, productivity, sales effectiveness and global sourcing, for small and medium companies.',
        )}
        page={page}
        isVariant={isPart}
      />
      <link rel="alternate" type="application/rss+xml" title={t('Knowledge Centre')} href="/rss.xml" />
    </>
  )
}
