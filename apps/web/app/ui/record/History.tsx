import { Skeleton, Stack, Text, Title } from '@mantine/core'
import type { AuditAction, Entry } from '@tradewind/contract/kit/history'
import { useState } from 'react'
import type { Kind } from '#kit/api/calls'
import { useHistory } from '#kit/api/records'
import { phrase, useText } from '#kit/text'
import { More } from '#ui/list/More'
import { ErrorState } from '#ui/page/ErrorState'
import { isUnreadable, toldOf } from '#ui/record/changes'
import { Day } from '#ui/values/Day'
import { inWords } from '#ui/values/words'
import styles from '#ui/record/record.module.css'

const said: Record<AuditAction, string> = {
  CREATED: phrase('{name} created it'),
  CHANGED: phrase('{name} changed it'),
  DELETED: phrase('{name} deleted it'),
  RESTORED: phrase('{name} took it out of the trash'),
  MERGED: phrase('{name} merged others into it'),
  UNMERGED: phrase('{name} took a merge back'),
  IMPORTED: phrase('{name} imported it'),
  EXPORTED: phrase('{name} exported it'),
  SIGNED_IN: phrase('{name} signed in'),
  SIGNED_OUT: phrase('{name} signed out'),
  REFUSED: phrase('{name} was refused'),
}

interface HistoryProps {
  kind: Kind
  uniqueId: string
  /** How the record's fields are called. Of a change that none of them names every field is told. */
  labels: Readonly<Record<string, string>>
  /** A field's value in words. */
  show?: (field: string, value: unknown) => string
}

const step = 10

/** What was done to a record, by whom, the latest first. Nothing, where nothing is known of it. */
export const History = ({ kind, uniqueId, labels, show = shown }: HistoryProps) => {
  const t = useText()
  const [size, setSize] = useState(step)
  const { data, error, refetch } = useHistory(kind, { uniqueId, page: 0, size })
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
            <Event key={entry.uniqueId} entry={entry} labels={labels} show={show} />
          ))}
        </ol>
      )}
      <More list={data} onMore={() => setSize(size + step)} />
    </Stack>
  )
}

const shown = (_: string, value: unknown) => inWords(value)

/** Actions of which it is told what they changed. */
const telling: ReadonlySet<AuditAction> = new Set(['CHANGED', 'MERGED', 'UNMERGED'])

const Event = ({ entry, labels, show }: Required<Pick<HistoryProps, 'labels' | 'show'>> & { entry: Entry }) => {
  const t = useText()
  const told = telling.has(entry.action) ? toldOf(entry.changes, labels) : []
  return (
    <li className={styles.event}>
      <Text size="sm">{t(said[entry.action], { name: entry.byName })}</Text>
      <Text size="sm" c="dimmed">
        <Day at={entry.dateCreated} precise />
      </Text>
      {told.length > 0 && (
        <ul className={styles.changes}>
          {told.map(({ field, label, known, change }) => (
            <Text component="li" size="sm" key={field}>
              {known ? label : t(label)}:{' '}
              {!known && isUnreadable(change) ? (
                t('another one')
              ) : (
                <>
                  <del>{show(field, change.before)}</del> →{' '}
                  <ins style={{ textDecoration: 'none' }}>{show(field, change.after)}</ins>
                </>
              )}
            </Text>
          ))}
        </ul>
      )}
    </li>
  )
}
