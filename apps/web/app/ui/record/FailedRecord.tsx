import { Button, Group, Stack } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { Link, Navigate } from 'react-router'
import type { Kind } from '#kit/api/calls'
import type { Failure } from '#kit/api/failure'
import { pathOf, useArea } from '#kit/area'
import { useEntries } from '#kit/feature'
import { useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState, ErrorState } from '#ui/page/states'

/** The id of the record into which the requested one was merged. */
const mergedIntoOf = ({ status, data }: Failure) =>
  status === 404 ? ((data ?? {}) as { mergedInto?: string }).mergedInto : undefined

interface FailedRecordProps {
  kind: Kind
  failure: Failure
  onRetry: () => unknown
  /** The screen that was to show it; by default its form. */
  screen?: 'show' | 'edit'
  /** The title of the parent screen, and where that is, if there is one. */
  listTitle: string
  trail: readonly { path: string }[]
}

/** Instead of a record that could not be read. The old address of a merged record leads to the record that replaced it. */
export const FailedRecord = ({ kind, failure, onRetry, screen = 'edit', listTitle, trail }: FailedRecordProps) => {
  const at = useArea()
  const mergedInto = mergedIntoOf(failure)
  if (mergedInto) return <Navigate to={at(pathOf(kind, `${screen}/${mergedInto}`))} replace />
  const isMissing = failure.status === 404 || 'uniqueId' in failure.fields
  return (
    <Stack>
      <PageHeader title={listTitle} />
      {isMissing ? (
        <MissingRecord kind={kind} title={failure.message} listTitle={listTitle} trail={trail} />
      ) : (
        <ErrorState failure={failure} onRetry={() => void onRetry()} />
      )}
    </Stack>
  )
}

/**
 * Whether the records of another one, such as the summaries of a company, have nothing to show since that one could not be read: none is shared by it, or
 * its address is incomplete.
 */
export const isParentMissing = (error: Failure | null, total: number | undefined): error is Failure =>
  error !== null && (total === 0 || 'uniqueId' in error.fields)

/** Instead of the records of that one. */
export const FailedParent = (props: Pick<FailedRecordProps, 'kind' | 'failure' | 'onRetry' | 'listTitle'>) => (
  <FailedRecord {...props} screen="show" trail={[{ path: pathOf(props.kind, 'list') }]} />
)

type MissingRecordProps = Pick<FailedRecordProps, 'kind' | 'listTitle' | 'trail'> & { title: string }

/** Shown for an old or incomplete address: why there is no such record, and where to look for it. */
const MissingRecord = ({ kind, title, listTitle, trail: [list] }: MissingRecordProps) => {
  const t = useText()
  const at = useArea()
  const { kinds, menu } = useEntries()
  const hasTrash = kinds.some((entry) => entry.kind === kind)
  const trash = hasTrash && menu.find(({ path }) => path === 'trash')
  return (
    <div role="alert">
      <EmptyState
        icon={IconSearchOff}
        title={t(title)}
        text={t('It was deleted, you may not see it, or its address is incomplete.')}
      >
        <Group gap="sm" justify="center">
          {list && (
            <Button variant="default" component={Link} to={at(list.path)}>
              {listTitle}
            </Button>
          )}
          {trash && (
            <Button variant="default" component={Link} to={at(trash.path)}>
              {t(trash.text)}
            </Button>
          )}
        </Group>
      </EmptyState>
    </div>
  )
}
