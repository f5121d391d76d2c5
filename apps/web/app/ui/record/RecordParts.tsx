import { Skeleton } from '@mantine/core'
import { type ComponentType, Suspense, useState } from 'react'
import { useEntries } from '#kit/feature'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

interface RecordPartsProps {
  kind: string
  uniqueId: string
}
type Load = () => Promise<ComponentType<RecordPartsProps>>

/** What features show at the end of a record's page. */
export const RecordParts = (record: RecordPartsProps) =>
  useEntries()
    .recordParts.filter(({ kind }) => kind === record.kind)
    .map(({ load }, at) => <RecordPart key={at} load={load as Load} record={record} />)

const RecordPart = ({ load, record }: { load: Load; record: RecordPartsProps }) => {
  const [Part] = useState(() => lazyWithRetry(load))
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <Part {...record} />
    </Suspense>
  )
}
