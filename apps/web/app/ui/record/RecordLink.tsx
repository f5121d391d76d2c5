import { type HTMLAttributes, type MouseEvent, type Ref, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import type { Kind } from '#kit/api/calls'
import { usePrefetch } from '#kit/api/query'
import { usePrefetchRecord } from '#kit/api/records'
import { pathOf, useArea } from '#kit/area'
import { recordPageCalls, useEntries } from '#kit/feature'
import { prefetchPart } from '#ui/page/lazyWithRetry'
import { Clip } from '#ui/values/Clip'
import { TextLink } from '#ui/values/links'

/** Milliseconds that a pointer or the focus must stay on a link before its target is prefetched. */
const HOVER_DELAY = 50

type LinkEvent = SyntheticEvent<HTMLElement, Event & { relatedTarget?: EventTarget | null }>

/** The link that a pointer or the focus arrives at, or leaves: not if it only moves within it. */
const linkAt = ({ target, nativeEvent: { relatedTarget } }: LinkEvent, selector: string) => {
  const link = (target as Element).closest<HTMLElement>(selector)
  return link?.contains((relatedTarget ?? null) as Node | null) ? null : link
}

/**
 * Prefetches the target of a link when somebody is about to press it: once the pointer or the focus has stayed on it, or as soon as a press begins.
 * Its data are prefetched by `work`, its scripts by `scripts`, which is rendered beside it. `handlers`: of the link, or of an element around links;
 * `selector`: which they are.
 */
export const usePrefetchOnIntent = (selector: string, work: (link: HTMLElement) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [page, setPage] = useState<string | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onLink = (event: LinkEvent, run: (link: HTMLElement) => void) => {
    const link = linkAt(event, selector)
    if (!link) return
    clearTimeout(timer.current)
    run(link)
  }
  const prefetch = (link: HTMLElement) => {
    setPage(link.getAttribute('href'))
    work(link)
  }
  const arrive = (event: LinkEvent) =>
    onLink(event, (link) => {
      timer.current = setTimeout(() => prefetch(link), HOVER_DELAY)
    })
  const leave = (event: LinkEvent) => onLink(event, () => setPage(null))
  const press = (event: LinkEvent) => onLink(event, prefetch)
  return {
    handlers: {
      onMouseOver: arrive,
      onMouseOut: leave,
      onFocus: arrive,
      onBlur: leave,
      onPointerDown: press,
    },
    scripts: page && <PrefetchPageLinks page={page} />,
  }
}

const SCREEN_LINK = 'a[data-screen]'

interface ScreenLinksProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'nav'
  ref: Ref<HTMLElement & HTMLDivElement>
  /** Prefetches the data of a link's target, when somebody is about to press it. */
  onIntent: (link: HTMLElement) => void
}

/**
 * An element with plain links to screens (`data-screen`): they open without loading a document, and their targets are prefetched. A list has twenty of them, and the
 * navigation forty; as components of the router each would be rendered again with every change of the address.
 */
export const ScreenLinks = ({ as: Element = 'div', onIntent, onClick, children, ...rest }: ScreenLinksProps) => {
  const navigate = useNavigate()
  const { handlers, scripts } = usePrefetchOnIntent(SCREEN_LINK, onIntent)
  const open = (event: MouseEvent<HTMLElement>) => {
    const link = linkAt(event, SCREEN_LINK)
    onClick?.(event)
    const { defaultPrevented, metaKey, altKey, ctrlKey, shiftKey } = event
    // With one of these keys the browser opens it elsewhere.
    if (!link || defaultPrevented || metaKey || altKey || ctrlKey || shiftKey) return
    event.preventDefault()
    const to = link.getAttribute('href')!
    void navigate(to, { replace: to === location.pathname + location.search })
  }
  return (
    <Element {...rest} {...handlers} onClick={open}>
      {children}
      {scripts}
    </Element>
  )
}

/** Prefetches what the page of a record shows first: the record, its further calls, and the parts of features. */
export const usePrefetchRecordPage = (kind: Kind) => {
  const prefetchRecord = usePrefetchRecord(kind)
  const prefetch = usePrefetch()
  const entries = useEntries()
  return (uniqueId: string) => {
    prefetchRecord(uniqueId)
    for (const [route, input] of recordPageCalls(entries, { kind, uniqueId })) prefetch(route, input as never)
    for (const { kinds, load } of entries.recordParts) if (kinds.includes(kind)) prefetchPart(load)
  }
}

interface RecordLinkProps {
  kind: Kind
  uniqueId: string
  name: string
}

/** A link to another record, by its name. */
export const RecordLink = ({ kind, uniqueId, name }: RecordLinkProps) => {
  const to = useArea()(pathOf(kind, `show/${uniqueId}`))
  const prefetch = usePrefetchRecordPage(kind)
  const { handlers, scripts } = usePrefetchOnIntent('a', () => prefetch(uniqueId))
  return (
    <>
      <TextLink to={to} {...handlers}>
        <Clip>{name}</Clip>
      </TextLink>
      {scripts}
    </>
  )
}
