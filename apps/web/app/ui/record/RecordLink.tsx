import { useEffect, useRef, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
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

/**
 * Prefetches a link's target when somebody is about to press it: its scripts, and its data by `work`. `intent`: handlers of the link; `scripts`:
 * rendered beside it.
 */
export const usePrefetchOnIntent = (to: string, work: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isIntended, setIntended] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const prefetchNow = () => {
    clearTimeout(timer.current)
    setIntended(true)
    work()
  }
  const startTimer = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(prefetchNow, HOVER_DELAY)
  }
  const cancelIntent = () => {
    clearTimeout(timer.current)
    setIntended(false)
  }
  return {
    intent: {
      onMouseEnter: startTimer,
      onMouseLeave: cancelIntent,
      onFocus: startTimer,
      onBlur: cancelIntent,
      onMouseDown: prefetchNow,
      onTouchStart: prefetchNow,
    },
    scripts: isIntended && <PrefetchPageLinks page={to} />,
  }
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
