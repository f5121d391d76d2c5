import { Skeleton } from '@mantine/core'
import { can } from '@tradewind/contract/kit/policy'
import { type ComponentType, Suspense, useState } from 'react'
import { useFeatures } from '#kit/feature'
import { useActor } from '#kit/session'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

interface RecordPartsProps {
  kind: string
  uniqueId: string
}
type Load = () => Promise<ComponentType<RecordPartsProps>>

/** What features show on a record's page, beside what the kind itself shows. */
export const RecordParts = (record: RecordPartsProps) => {
  const actor = useActor()
  return useFeatures()
    .features.flatMap(({ recordParts = [] }) => recordParts)
    .filter(({ kinds, rules }) => kinds.includes(record.kind) && can(actor, rules))
    .map(({ load }, at) => <RecordPart key={at} load={load as Load} record={record} />)
}

const RecordPart = ({ load, record }: { load: Load; record: RecordPartsProps }) => {
  const [Part] = useState(() => lazyWithRetry(load))
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <Part {...record} />
    </Suspense>
  )
}
