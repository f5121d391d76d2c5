import type { Language } from '@tradewind/contract/kit/language'
import { canOpen } from '@tradewind/contract/plan'
import {
  articleTypeNames,
  articleTypes,
  categoryNames,
  contentCategories,
  contentTypeNames,
  contentTypes,
  subscriptionNames,
  subscriptions,
} from '@tradewind/contract/site/content.constants'
import type { Content } from '@tradewind/contract/site/content.contract'
import { type ChangeEvent, type InputEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { preventEnterSubmit } from '#kit/browser/storedForm'
import { fetchApi, notFoundResponse, pageServicesContext } from '#kit/page/fetchApi'
import { Head, useLanguageLink } from '#kit/page/page'
import { useActor } from '#kit/session'
import { isLanguage, useLanguage, useText } from '#kit/text'
import { addressOfPage, CardPager, lastPageIfPastEnd, parsePage } from '#site/partners/PartnerCards'
import { seesSubscriptions } from './PostBody.tsx'
import { PostCard } from './PostCard.tsx'
import styles from './centre.module.css'

/** The value of a filter that is not set. */
const ALL = 'ALL'

const filters = {
  contentType: contentTypes,
  category: contentCategories,
  articleType: articleTypes,
  subscription: subscriptions,
} as const
type Filter = keyof typeof filters

const validChoice = <F extends Filter>(params: URLSearchParams, filter: F): (typeof filters)[F][number] | undefined => {
  const words: readonly string[] = filters[filter]
  const value = params.get(filter) ?? ''
  return words.includes(value) ? (value as (typeof filters)[F][number]) : undefined
}

const MAX_QUERY_LENGTH = 200

/** The query in the address: words, one value for each filter, and a page from 1. Invalid values are ignored. */
export const parseQuery = (params: URLSearchParams) => ({
  q: (params.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH),
  contentType: validChoice(params, 'contentType'),
  category: validChoice(params, 'category'),
  articleType: validChoice(params, 'articleType'),
  subscription: validChoice(params, 'subscription'),
  page: parsePage(params),
})
type CentreQuery = ReturnType<typeof parseQuery>

const CARDS_PER_PAGE = 9

/** The same as input of the content list: each article once, for a reader of this language. */
export const toCallInput = ({ q, page, contentType, category, articleType, subscription }: CentreQuery, reader: Language) => ({
  reader,
  page: page - 1,
  size: CARDS_PER_PAGE,
  sort: '-shownFrom' as const,
  bodies: false,
  ...(q && { q }),
  ...(contentType && { contentType }),
  ...(category && { category }),
  ...(articleType && { articleType }),
  ...(subscription && { subscription }),
})

/** Whether the query restricts the list. */
export const isFiltered = ({ q, contentType, category, articleType, subscription }: CentreQuery) =>
  [q, contentType, category, articleType, subscription].some(Boolean)

/** The address of a form's query, from its first page. It contains only what was chosen. */
export const addressOf = (form: FormData) => {
  const search = new URLSearchParams()
  for (const [name, value] of form) {
    const text = typeof value === 'string' ? value.trim() : ''
    if (text && text !== ALL) search.set(name, text)
  }
  return `?${search}`
}

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (!context.get(pageServicesContext).tenant.showsContent) throw notFoundResponse()
  const { searchParams, pathname } = new URL(request.url)
  const query = parseQuery(searchParams)
  const found = await fetchApi(context, 'GET /api/content/', toCallInput(query, context.get(pageServicesContext).language))
  if (!found) throw notFoundResponse()
  const last = query.q ? undefined : lastPageIfPastEnd(query.page, found.total, CARDS_PER_PAGE)
  if (last) throw redirect(pathname + addressOfPage(searchParams, last))
  return { posts: found.data, total: found.total }
}

/** All published content, by words and filters. */
export default function KnowledgeCentre() {
  const t = useText()
  const [params] = useSearchParams()
  const query = parseQuery(params)
  const { posts, total } = useOwnSearchResult(query, useLoaderData<typeof loader>())
  const isLoading = useNavigation().location?.pathname === '/knowledgeCentre'
  return (
    <section className={`open-width ${styles.centre}`}>
      <CentreHead page={query.page} isPart={isFiltered(query)} />
      <h1>{t('Knowledge Centre')}</h1>
      <p className={styles.lead}>
        {t('How small and medium companies sell, buy and grow across borders: to read, to hear and to watch.')}
      </p>
      <Filters query={query} />
      <div aria-busy={isLoading} className={styles.found}>
        <Count total={total} isPart={isFiltered(query)} />
        {posts.length > 0 ? (
          <ul className={styles.cards}>
            {posts.map((post, at) => (
              <li key={post.uniqueId}>
                <PostCard post={post} isFirst={at === 0} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyCentre isPart={isFiltered(query)} />
        )}
      </div>
      <CardPager page={query.page} pages={Math.ceil(total / CARDS_PER_PAGE)} addressOf={(one) => addressOfPage(params, one)} />
    </section>
  )
}

const Count = ({ total, isPart }: { total: number; isPart: boolean }) => {
  const t = useText()
  const withLang = useLanguageLink()
  return (
    <div className={styles.count}>
      <h2 aria-live="polite">{t('{count} piece of content|{count} pieces of content', { count: total })}</h2>
      {isPart && total > 0 && <Link to={withLang('/knowledgeCentre')}>{t('Show everything')}</Link>}
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

/** Shown when there is no card: nothing was found, or nothing is published yet. */
const EmptyCentre = ({ isPart }: { isPart: boolean }) => {
  const t = useText()
  const withLang = useLanguageLink()
  if (!isPart) return <p className={styles.nothing}>{t('Nothing has been published yet. Please come back later.')}</p>
  return (
    <div className={styles.nothing}>
      <p>{t('Nothing matches. Try part of a word, or fewer filters.')}</p>
      <Link className="open-button" to={withLang('/knowledgeCentre')}>
        {t('Show everything')}
      </Link>
    </div>
  )
}

interface PostList {
  posts: Content[]
  total: number
}

/**
 * The list that the server rendered for visitors. Users with access to paid content also find what only a paid body contains: their own list
 * replaces it once it has loaded. If loading fails, the other list stays.
 */
const useOwnSearchResult = (query: CentreQuery, renderedList: PostList): PostList => {
  const actor = useActor()
  const language = useLanguage()
  const requestKey = query.q && canOpen(actor, 'PAID') ? JSON.stringify([actor.uniqueId, toCallInput(query, language)]) : ''
  const [ownResult, setOwnResult] = useState<PostList & { requestKey: string }>()
  useEffect(() => {
    if (!requestKey) return undefined
    let isStale = false
    const [, input] = JSON.parse(requestKey) as [string, ReturnType<typeof toCallInput>]
    import('#kit/api/call')
      .then(({ call }) => call('GET /api/content/', input))
      .then(
        ({ rows, total }) => isStale || setOwnResult({ requestKey, posts: rows, total }),
        () => null,
      )
    return () => {
      isStale = true
    }
  }, [requestKey])
  return requestKey && ownResult?.requestKey === requestKey ? ownResult : renderedList
}

/** A plain form whose address contains the query: without scripts the browser submits it, with scripts it searches as the user types. */
const Filters = ({ query }: { query: CentreQuery }) => {
  const t = useText()
  const language = useSearchParams()[0].get('lang')
  const showsSubscriptions = seesSubscriptions(useActor().roles)
  const { form, typed, picked, sent } = useSearchForm(query)
  return (
    <form ref={form} method="get" role="search" className={styles.filters} onInput={typed} onChange={picked} onSubmit={sent}>
      {isLanguage(language) && <input type="hidden" name="lang" value={language} />}
      <p className={styles.search}>
        <label htmlFor="q">{t('Search titles and texts')}</label>
        <input id="q" name="q" type="search" defaultValue={query.q} maxLength={200} />
      </p>
      <Choice name="contentType" label={t('Format')} options={contentTypeNames} value={query.contentType} />
      <Choice name="category" label={t('Category')} options={categoryNames} value={query.category} />
      <Choice name="articleType" label={t('Sub-category')} options={articleTypeNames} value={query.articleType} />
      {showsSubscriptions && (
        <Choice name="subscription" label={t('Subscription')} options={subscriptionNames} value={query.subscription} />
      )}
      <button type="submit" className="open-button">
        {t('Search@@verb')}
      </button>
    </form>
  )
}

interface ChoiceProps {
  name: Filter
  label: string
  options: Readonly<Record<string, string>>
  value: string | undefined
}

const Choice = ({ name, label, options, value = ALL }: ChoiceProps) => {
  const t = useText()
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <select onKeyDown={preventEnterSubmit} id={name} name={name} defaultValue={value}>
        <option value={ALL}>{t('All')}</option>
        {Object.entries(options).map(([word, english]) => (
          <option key={word} value={word}>
            {t(english)}
          </option>
        ))}
      </select>
    </p>
  )
}

const TYPING_DELAY = 300 // milliseconds without a key press

/** Submits a search form: typed text after a pause, a selection or a submit immediately. Back and links set the form to their address. */
const useSearchForm = (query: CentreQuery) => {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const typingTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(typingTimer.current), [])
  useEffect(() => {
    if (typingTimer.current === undefined && form.current) syncForm(form.current, query)
  }, [query])
  const runSearch = (replace: boolean) => {
    clearTimeout(typingTimer.current)
    typingTimer.current = undefined
    if (form.current) void navigate(addressOf(new FormData(form.current)), { replace, preventScrollReset: true })
  }
  return {
    form,
    typed: ({ target }: InputEvent<HTMLFormElement>) => {
      if (!(target instanceof HTMLInputElement)) return
      clearTimeout(typingTimer.current)
      typingTimer.current = setTimeout(runSearch, TYPING_DELAY, true)
    },
    picked: ({ target }: ChangeEvent<HTMLFormElement>) => {
      if ((target as Element) instanceof HTMLSelectElement) runSearch(false)
    },
    sent: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      runSearch(false)
    },
  }
}

/** Sets each field to the query in the address. Typed text stays as it is if it is equivalent. */
const syncForm = (form: HTMLFormElement, query: CentreQuery) => {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = query[field.name as Filter] ?? ALL
    if (field instanceof HTMLInputElement && field.name === 'q' && field.value.trim() !== query.q) field.value = query.q
  }
}
