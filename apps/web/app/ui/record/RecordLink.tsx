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

/** Milliseconds for which a pointer, or the focus, rests on what somebody means to press. */
const REST = 50

/**
 * Fetches what a link leads to while somebody is about to press it: its scripts, and what `work` asks for. `intent`: handlers of the link;
 * `scripts`: stands beside it.
 */
export const usePrefetchOnIntent = (to: string, work: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isMeant, setMeant] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const begin = () => {
    clearTimeout(timer.current)
    setMeant(true)
    work()
  }
  const wait = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(begin, REST)
  }
  const stop = () => {
    clearTimeout(timer.current)
    setMeant(false)
  }
  return {
    intent: { onMouseEnter: wait, onMouseLeave: stop, onFocus: wait, onBlur: stop, onMouseDown: begin, onTouchStart: begin },
    scripts: isMeant && <PrefetchPageLinks page={to} />,
  }
}

/** Fetches what the page of a record shows as it opens: the record, what is asked besides, and the parts that features bring. */
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

/** Another record by its name, which opens it. */
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
