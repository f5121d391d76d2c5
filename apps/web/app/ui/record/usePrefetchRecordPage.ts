import type { Kind } from '#kit/api/calls'
import { usePrefetch } from '#kit/api/query'
import { usePrefetchRecord } from '#kit/api/records'
import { useEntries } from '#kit/feature'
import { prefetchPart } from '#ui/page/lazyWithRetry'

/** Fetches what the page of a record shows as it opens: the record, what is asked besides, and the parts that features bring. */
export const usePrefetchRecordPage = (kind: Kind) => {
  const prefetchRecord = usePrefetchRecord(kind)
  const prefetch = usePrefetch()
  const { recordCalls, recordTabs, recordParts } = useEntries()
  return (uniqueId: string) => {
    prefetchRecord(uniqueId)
    const besides = recordCalls.filter(({ kinds }) => kinds.includes(kind)).flatMap(({ calls }) => calls(kind, uniqueId))
    const counts = recordTabs.flatMap(({ kind: of, count }) =>
      count && of === kind ? [[count.route, count.input(uniqueId)] as const] : [],
    )
    for (const [route, input] of [...besides, ...counts]) prefetch(route, input as never)
    for (const { kinds, load } of recordParts) if (kinds.includes(kind)) prefetchPart(load)
  }
}
