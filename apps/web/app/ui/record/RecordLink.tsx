import type { Kind } from '#kit/api/calls'
import { usePrefetch } from '#kit/api/query'
import { usePrefetchRecord } from '#kit/api/records'
import { pathOf, useArea } from '#kit/area'
import { usePrefetchOnIntent } from '#kit/browser/intent'
import { recordPageCalls, useEntries } from '#kit/feature'
import { prefetchPart } from '#ui/page/lazyWithRetry'
import { Clip } from '#ui/values/Clip'
import { TextLink } from '#ui/values/links'

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
