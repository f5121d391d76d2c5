import { Skeleton } from '@mantine/core'
import type { ComponentType } from 'react'
import { useEntries } from '#kit/feature'
import { LazyPart } from '#ui/page/lazyWithRetry'

interface RecordPartsProps {
  kind: string
  uniqueId: string
}
type Load = () => Promise<ComponentType<RecordPartsProps>>

/** The parts that features add to a record's page, next to what the kind itself shows. */
export const RecordParts = (record: RecordPartsProps) =>
  useEntries()
    .recordParts.filter(({ kinds }) => kinds.includes(record.kind))
    .map(({ load }, at) => <LazyPart key={at} load={load as Load} props={record} fallback={<Skeleton height={120} />} />)
