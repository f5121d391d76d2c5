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

/** Calls `work` with what somebody is about to press: once the pointer or the focus has stayed on it, or as soon as a press begins. `intended`: that, until they leave it. */
const useIntent = <T,>(work: (target: T) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [intended, setIntended] = useState<T>()
  useEffect(() => () => clearTimeout(timer.current), [])
  const prefetchNow = (target: T) => {
    clearTimeout(timer.current)
    setIntended(() => target)
    work(target)
  }
  const startTimer = (target: T) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => prefetchNow(target), HOVER_DELAY)
  }
  const cancelIntent = () => {
    clearTimeout(timer.current)
    setIntended(undefined)
  }
  return { intended, prefetchNow, startTimer, cancelIntent }
}

/**
 * Prefetches a link's target when somebody is about to press it: its scripts, and its data by `work`. `intent`: handlers of the link; `scripts`:
 * rendered beside it.
 */
export const usePrefetchOnIntent = (to: string, work: () => void) => {
  const { intended, prefetchNow, startTimer, cancelIntent } = useIntent<string>(work)
  return {
    intent: {
      onMouseEnter: () => startTimer(to),
      onMouseLeave: cancelIntent,
      onFocus: () => startTimer(to),
      onBlur: cancelIntent,
      onMouseDown: () => prefetchNow(to),
      onTouchStart: () => prefetchNow(to),
    },
    scripts: intended !== undefined && <PrefetchPageLinks page={to} />,
  }
}

type LinkEvent = SyntheticEvent<HTMLElement, Event & { relatedTarget?: EventTarget | null }>

/** The plain link that a pointer or the focus arrives at, or leaves: not if it only moves within it. */
const screenLinkAt = ({ target, nativeEvent: { relatedTarget } }: LinkEvent) => {
  const link = (target as Element).closest<HTMLAnchorElement>('a[data-screen]')
  return link?.contains((relatedTarget ?? null) as Node | null) ? null : link
}

const onScreenLink = (run: (link: HTMLAnchorElement) => void) => (event: LinkEvent) => {
  const link = screenLinkAt(event)
  if (link) run(link)
}

interface ScreenLinksProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'nav'
  ref: Ref<HTMLElement & HTMLDivElement>
  /** Prefetches the data of a link's target, when somebody is about to press it. */
  onIntent: (link: HTMLAnchorElement) => void
}

/**
 * An element with plain links to screens (`data-screen`): they open without loading a document, and their targets are prefetched. A list has twenty of them, and the
 * navigation forty; as components of the router each would be rendered again with every change of the address.
 */
export const ScreenLinks = ({ as: Element = 'div', onIntent, onClick, children, ...rest }: ScreenLinksProps) => {
  const navigate = useNavigate()
  const { intended, prefetchNow, startTimer, cancelIntent } = useIntent(onIntent)
  const open = (event: MouseEvent<HTMLElement>) => {
    const link = screenLinkAt(event)
    onClick?.(event)
    // The browser opens it elsewhere.
    if (!link || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const to = link.pathname + link.search
    void navigate(to, { replace: to === location.pathname + location.search })
  }
  return (
    <Element
      {...rest}
      onClick={open}
      onMouseOver={onScreenLink(startTimer)}
      onMouseOut={onScreenLink(cancelIntent)}
      onFocus={onScreenLink(startTimer)}
      onBlur={onScreenLink(cancelIntent)}
      onMouseDown={onScreenLink(prefetchNow)}
      onTouchStart={onScreenLink(prefetchNow)}
    >
      {children}
      {intended && <PrefetchPageLinks page={intended.pathname + intended.search} />}
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
  const { intent, scripts } = usePrefetchOnIntent(to, () => prefetch(uniqueId))
  return (
    <>
      <TextLink to={to} {...intent}>
        <Clip>{name}</Clip>
      </TextLink>
      {scripts}
    </>
  )
}
