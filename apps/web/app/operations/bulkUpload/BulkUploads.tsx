import { Paper, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { ErrorState } from '#ui/page/ErrorState'
import { More } from '#ui/paging/More'
import { Section } from '#platform/tenant/show/Section'
import { BulkUploadRow } from './BulkUploadRow.tsx'
import { isRunning } from './bulkUpload.ts'
import styles from './bootstrap.module.css'

const step = 10

/** The workbooks that were sent for the tenant, the latest first, and what became of each. */
export const BulkUploads = () => {
  const t = useText()
  const { data, error, refetch, showMore } = useBulkUploads()
  return (
    <Section title={t('Bulk Upload List')} count={data?.total}>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.total === 0 && (
        <Paper withBorder p="md">
          <Text c="dimmed">{t('No workbook was sent for this tenant yet.')}</Text>
        </Paper>
      )}
      <ul className={styles.uploads}>
        {data?.rows.map((upload) => (
          <BulkUploadRow key={upload.uniqueId} upload={upload} />
        ))}
      </ul>
      <More list={data} onMore={showMore} />
    </Section>
  )
}

/** Asks again while one runs. What an ended one has created is fetched anew. */
const useBulkUploads = () => {
  const client = useQueryClient()
  const [size, setSize] = useState(step)
  const list = useCall('GET /api/upload/bulk/', { page: 0, size }, { every: 1500, until: ({ rows }) => !rows.some(isRunning) })
  const running = list.data?.rows.filter(isRunning).length ?? 0
  const before = useRef(0)
  useEffect(() => {
    if (running < before.current) for (const of of ['admin', 'tenant']) void client.invalidateQueries({ queryKey: [of] })
    before.current = running
  }, [client, running])
  return { ...list, showMore: () => setSize(size + step) }
}
