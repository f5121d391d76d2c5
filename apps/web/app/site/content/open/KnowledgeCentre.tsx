import type { Language } from '@tradewind/contract/kit/language'
import { opens } from '@tradewind/contract/plan'
import type { Content } from '@tradewind/contract/site/content.contract'
import { articleTypes, contentCategories, contentTypes, subscriptions } from '@tradewind/contract/site/content.words'
import { type ChangeEvent, type InputEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import {
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigate,
  useNavigation,
  useSearchParams,
} from 'react-router'
import { enterStays } from '#kit/browser/kept-form'
import { fetchApi, nothingHere, services } from '#kit/page/fetchApi'
import { Head, useKeepLanguage } from '#kit/page/page'
import { useActor } from '#kit/session'
import { isLanguage, useLanguage, useText } from '#kit/text'
import { addressWith, CardPager, lastInstead, pageIn } from '#site/partners/PartnerCards'
import { articleTypeNames, categoryNames, seesSubscriptions, subscriptionNames, typeNames } from './PostBody.tsx'
import { PostCard } from './PostCard.tsx'
import styles from './centre.module.css'

/** The value of a filter that is not set. */
const everything = 'ALL'

const filters = {
  contentType: contentTypes,
  category: contentCategories,
  articleType: articleTypes,
  subscription: subscriptions,
} as const
type Filter = keyof typeof filters

const chosenIn = <F extends Filter>(params: URLSearchParams, filter: F): (typeof filters)[F][number] | undefined => {
  const words: readonly string[] = filters[filter]
  const given = params.get(filter) ?? ''
  return words.includes(given) ? (given as (typeof filters)[F][number]) : undefined
}

const longest = 200

/** The query in the address: words, one value for each filter, and a page from 1. Invalid values are ignored. */
export const readAsked = (params: URLSearchParams) => ({
  q: (params.get('q') ?? '').trim().slice(0, longest),
  contentType: chosenIn(params, 'contentType'),
  category: chosenIn(params, 'category'),
  articleType: chosenIn(params, 'articleType'),
  subscription: chosenIn(params, 'subscription'),
  page: pageIn(params),
})
type Asked = ReturnType<typeof readAsked>

const cardsOfPage = 9

/** The same as input of the content list: each article once, for a reader of this language. */
export const inputOf = ({ q, page, contentType, category, articleType, subscription }: Asked, reader: Language) => ({
  reader,
  page: page - 1,
  size: cardsOfPage,
  sort: '-shownFrom' as const,
  bodies: false,
  ...(q && { q }),
  ...(contentType && { contentType }),
  ...(category && { category }),
  ...(articleType && { articleType }),
  ...(subscription && { subscription }),
})

/** Whether the query restricts the list. */
export const isFiltered = ({ q, contentType, category, articleType, subscription }: Asked) =>
  [q, contentType, category, articleType, subscription].some(Boolean)

/** The address of a form's query, from its first page. It contains only what was chosen. */
export const addressOf = (form: FormData) => {
  const search = new URLSearchParams()
  for (const [name, value] of form) {
    const given = typeof value === 'string' ? value.trim() : ''
    if (given && given !== everything) search.set(name, given)
  }
  return `?${search}`
}

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  if (!context.get(services).tenant.showsContent) throw nothingHere()
  const { searchParams, pathname } = new URL(request.url)
  const asked = readAsked(searchParams)
  const found = await fetchApi(context, 'GET /api/content/', inputOf(asked, context.get(services).language))
  if (!found) throw nothingHere()
  const last = asked.q ? undefined : lastInstead(asked.page, found.total, cardsOfPage)
  if (last) throw redirect(pathname + addressWith(searchParams, last))
  return { posts: found.data, total: found.total }
}

/** All published content, by words and filters. */
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

/** Shown when there is no card: nothing was found, or nothing is published yet. */
const Nothing = ({ isPart }: { isPart: boolean }) => {
  const t = useText()
  const keep = useKeepLanguage()
  if (!isPart) return <p className={styles.nothing}>{t('Nothing has been published yet. Please come back later.')}</p>
  return (
    <div className={styles.nothing}>
      <p>{t('Nothing matches. Try part of a word, or fewer filters.')}</p>
      <Link className="open-button" to={keep('/knowledgeCentre')}>
        {t('Show everything')}
      </Link>
    </div>
  )
}

interface Listed {
  posts: Content[]
  total: number
}

/**
 * The list that the server rendered for visitors. Users with access to paid content also find what only a paid body contains: their own list
 * replaces it once it has loaded. If loading fails, the other list stays.
 */
const useOwnList = (asked: Asked, drawn: Listed): Listed => {
  const actor = useActor()
  const language = useLanguage()
  const sought = asked.q && opens(actor, 'PAID') ? JSON.stringify([actor.uniqueId, inputOf(asked, language)]) : ''
  const [own, setOwn] = useState<Listed & { sought: string }>()
  useEffect(() => {
    if (!sought) return
    const [, input] = JSON.parse(sought) as [string, ReturnType<typeof inputOf>]
    import('#kit/api/call')
      .then(({ call }) => call('GET /api/content/', input))
      .then(
        ({ rows, total }) => setOwn({ sought, posts: rows, total }),
        () => null,
      )
  }, [sought])
  return sought && own?.sought === sought ? own : drawn
}

/** A plain form whose address contains the query: without scripts the browser submits it, with scripts it searches as the user types. */
const Filters = ({ asked }: { asked: Asked }) => {
  const t = useText()
  const language = useSearchParams()[0].get('lang')
  const tells = seesSubscriptions(useActor().roles)
  const { form, typed, picked, sent } = useSeeking(asked)
  return (
    <Form ref={form} method="get" role="search" className={styles.filters} onInput={typed} onChange={picked} onSubmit={sent}>
      {isLanguage(language) && <input type="hidden" name="lang" value={language} />}
      <p className={styles.search}>
        <label htmlFor="q">{t('Search titles and texts')}</label>
        <input id="q" name="q" type="search" defaultValue={asked.q} maxLength={200} />
      </p>
      <Choice name="contentType" label={t('Format')} words={typeNames} chosen={asked.contentType} />
      <Choice name="category" label={t('Category')} words={categoryNames} chosen={asked.category} />
      <Choice name="articleType" label={t('Sub-category')} words={articleTypeNames} chosen={asked.articleType} />
      {tells && <Choice name="subscription" label={t('Subscription')} words={subscriptionNames} chosen={asked.subscription} />}
      <button type="submit" className="open-button">
        {t('Search')}
      </button>
    </Form>
  )
}

interface ChoiceProps {
  name: Filter
  label: string
  words: Readonly<Record<string, string>>
  chosen: string | undefined
}

const Choice = ({ name, label, words, chosen = everything }: ChoiceProps) => {
  const t = useText()
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <select onKeyDown={enterStays} id={name} name={name} defaultValue={chosen}>
        <option value={everything}>{t('All')}</option>
        {Object.entries(words).map(([word, english]) => (
          <option key={word} value={word}>
            {t(english)}
          </option>
        ))}
      </select>
    </p>
  )
}

const pause = 300 // milliseconds without a key press

/** Submits a search form: typed text after a pause, a selection or a submit immediately. Back and links set the form to their address. */
const useSeeking = (asked: Asked) => {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  useEffect(() => {
    if (waiting.current === undefined && form.current) show(form.current, asked)
  }, [asked])
  const seek = (replace: boolean) => {
    clearTimeout(waiting.current)
    waiting.current = undefined
    if (form.current) void navigate(addressOf(new FormData(form.current)), { replace, preventScrollReset: true })
  }
  return {
    form,
    typed: ({ target }: InputEvent<HTMLFormElement>) => {
      if (!(target instanceof HTMLInputElement)) return
      clearTimeout(waiting.current)
      waiting.current = setTimeout(seek, pause, true)
    },
    picked: ({ target }: ChangeEvent<HTMLFormElement>) => {
      if ((target as Element) instanceof HTMLSelectElement) seek(false)
    },
    sent: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      seek(false)
    },
  }
}

/** Sets each field to the query in the address. Typed text stays as it is if it is equivalent. */
const show = (form: HTMLFormElement, asked: Asked) => {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = asked[field.name as Filter] ?? everything
    if (field instanceof HTMLInputElement && field.name === 'q' && field.value.trim() !== asked.q) field.value = asked.q
  }
}
