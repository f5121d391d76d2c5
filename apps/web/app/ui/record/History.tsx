import { Skeleton, Stack, Text, Title } from '@mantine/core'
import type { AuditAction, Entry } from '@tradewind/contract/kit/history'
import { useState } from 'react'
import { historyAsked, STEP } from '#kit/api/asked'
import type { Kind } from '#kit/api/calls'
import { useHistory } from '#kit/api/records'
import { phrase, useText } from '#kit/text'
import { inWords } from '#ui/entity/words'
import { More } from '#ui/list/More'
import { ErrorState } from '#ui/page/ErrorState'
import { FieldChanges, type FieldWords, whoDid } from '#ui/record/FieldChanges'
import { Day } from '#ui/values/Day'
import styles from '#ui/record/record.module.css'

const said: Record<AuditAction, string> = {
  CREATED: phrase('{name} created it'),
  CHANGED: phrase('{name} changed it'),
  DELETED: phrase('{name} deleted it'),
  RESTORED: phrase('{name} restored it from the trash'),
  MERGED: phrase('{name} merged others into it'),
  UNMERGED: phrase('{name} undid a merge'),
  IMPORTED: phrase('{name} imported it'),
  UNDONE: phrase('{name} undid it'),
  EXPORTED: phrase('{name} exported it'),
  ATTACHED: phrase('{name} attached {file}'),
  DETACHED: phrase('{name} detached {file}'),
  SIGNED_IN: phrase('{name} signed in'),
  SIGNED_OUT: phrase('{name} signed out'),
  REFUSED: phrase('{name} was denied access'),
}

interface HistoryProps extends FieldWords {
  kind: Kind
  uniqueId: string
}

/** What was done to a record, by whom, the latest first. Nothing, where nothing is known of it. */
export const History = ({ kind, uniqueId, labels, show }: HistoryProps) => {
  const t = useText()
  const [size, setSize] = useState(STEP)
  const { data, error, refetch } = useHistory(kind, historyAsked(uniqueId, size))
  if (data?.total === 0) return null
  return (
    <Stack gap="md" component="section" aria-labelledby="history">
      <Title order={2} size="h4" id="history">
        {t('History')}
      </Title>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={96} />}
      {data && (
        <ol className={styles.timeline}>
          {data.rows.map((entry) => (
            <Event key={entry.uniqueId} entry={entry} labels={labels} {...(show && { show })} />
          ))}
        </ol>
      )}
      <More list={data} onMore={() => setSize(size + STEP)} />
    </Stack>
  )
}

/** The file that was attached or detached. */
const fileOf = ({ changes: { file } }: Entry) => inWords(file?.after ?? file?.before ?? '')

/** Actions of which it is told what they changed. */
const telling: ReadonlySet<AuditAction> = new Set(['CHANGED', 'MERGED', 'UNMERGED'])

const Event = ({ entry, labels, show }: FieldWords & { entry: Entry }) => {
  const t = useText()
  return (
    <li className={styles.event}>
      <Text size="sm">{t(said[entry.action], { name: whoDid(entry, t), file: fileOf(entry) })}</Text>
      <Text size="sm" c="dimmed">
        <Day at={entry.dateCreated} precise />
      </Text>
      {telling.has(entry.action) && <FieldChanges changes={entry.changes} labels={labels} {...(show && { show })} />}
    </li>
  )
}
