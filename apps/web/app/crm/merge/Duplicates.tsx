import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RecordOf } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { pathOf, useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Paged } from '#ui/list/Paged'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { RecordLink } from '#ui/record/RecordLink'
import { Badge } from '#ui/values/Badge'
import { reasonNames } from './merge.labels.ts'
import { type DuplicateGroup, type MergeKind, useDuplicates, useNotDuplicates } from './mergeRecords.tsx'
import styles from './merge.module.css'

interface DuplicatesProps<K extends MergeKind> {
  kind: K
  policy: { merge: Rules }
  /** The title of the list, the parent page. */
  listTitle: string
  nameOf: (record: RecordOf<K>) => string
  /** A line that distinguishes a record from the others besides its name. */
  detailOf: (record: RecordOf<K>) => ReactNode
}

/** Groups of records that may be duplicates, the best evidence first; each group can be merged or marked as distinct. */
export const Duplicates = <K extends MergeKind>(page: DuplicatesProps<K>) => {
  const t = useText()
  const at = useArea()
  const listing = useDuplicates(page.kind)
  const listPath = pathOf(page.kind, 'list')
  const emptyState = (
    <EmptyState
      icon={IconCircleCheck}
      title={t('No duplicates')}
      text={`${t('Records with the same name, website, tax number or email address are listed here.')} ${t('To merge others, select them in the list and choose Merge.')}`}
    >
      <Button component={Link} to={at(listPath)} variant="default">
        {t('Back to the list')}
      </Button>
    </EmptyState>
  )
  return (
    <Stack gap="md">
      <PageHeader title={t('Duplicates')} count={listing.list.data?.total} trail={[{ text: page.listTitle, path: listPath }]} />
      <Paged of={listing} empty={emptyState}>
        {(groups) => (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('Duplicates')}>
            {groups.map((group) => (
              <OneGroup key={group.records.map(({ uniqueId }) => uniqueId).join()} {...page} group={group} />
            ))}
          </Stack>
        )}
      </Paged>
    </Stack>
  )
}

const OneGroup = <K extends MergeKind>({
  kind,
  policy,
  nameOf,
  detailOf,
  group,
}: DuplicatesProps<K> & { group: DuplicateGroup<K> }) => {
  const t = useText()
  const actor = useActor()
  const { reasons, records, count } = group
  const ids = records.map(({ uniqueId }) => uniqueId)
  return (
    <Paper withBorder p="md" component="li">
      <Stack gap="sm">
        <Group gap={6}>
          {reasons.map((reason) => (
            <Badge key={reason}>{t(reasonNames[reason])}</Badge>
          ))}
        </Group>
        <ul className={styles.records}>
          {records.map((record) => (
            <li key={record.uniqueId}>
              <RecordLink kind={kind} uniqueId={record.uniqueId} name={nameOf(record)} />
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {detailOf(record)}
              </Text>
            </li>
          ))}
        </ul>
        {count > records.length && (
          <Text size="sm" c="dimmed">
            {t('and {count} more', { count: count - records.length })}
          </Text>
        )}
        {records.every((record) => can(actor, policy.merge, record)) && (
          <Decide kind={kind} ids={ids} names={records.map(nameOf).join(', ')} />
        )}
      </Stack>
    </Paper>
  )
}

const Decide = ({ kind, ids, names }: { kind: MergeKind; ids: string[]; names: string }) => {
  const t = useText()
  const at = useArea()
  const toast = useToast()
  const { mutateAsync, isPending } = useNotDuplicates(kind)
  const markAsNotDuplicates = () =>
    mutateAsync({ uniqueIds: ids }).then(
      (reply) => toast.reply(reply),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to={at(pathOf(kind, `merge?records=${ids.join()}`))}
        variant="default"
        size="sm"
        aria-label={t('Merge {names}', { names })}
      >
        {t('Merge')}
      </Button>
      <Button
        variant="subtle"
        size="sm"
        loading={isPending}
        onClick={() => void markAsNotDuplicates()}
        aria-label={t('Not duplicates: {names}', { names })}
      >
        {t('Not duplicates')}
      </Button>
    </Group>
  )
}
