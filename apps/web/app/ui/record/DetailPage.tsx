import { Button, Paper, Skeleton, Stack } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { can, type Policy } from '@tradewind/contract/kit/policy'
import { Fragment, type ReactNode, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import type { Kind, RecordOf } from '#kit/api/calls'
import { useRecord } from '#kit/api/records'
import { pathOf, useArea, useNavigateFromHere } from '#kit/area'
import { addRecent, dropRecent } from '#kit/browser/recents'
import { asLeft } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useConfirmedRemove } from '#ui/dialog/deletion'
import { PageHeader } from '#ui/page/PageHeader'
import { FailedRecord } from '#ui/record/FailedRecord'
import { Neighbours } from '#ui/record/Neighbours'
import styles from '#ui/record/record.module.css'

interface DetailPageProps<K extends Kind> {
  kind: K
  policy: Policy
  /** The title of the list. */
  listTitle: string
  nameOf: (record: RecordOf<K>) => string
  /** The actor may not open the list: there is no breadcrumb to it. */
  unlisted?: boolean
  /** The actions, instead of the default ones (`defaultActions`): Edit and Delete. */
  actions?: (record: RecordOf<K>, defaultActions: ReactNode) => ReactNode
  children: (record: RecordOf<K>) => ReactNode
}

/** One record, read by the id in the address: its name, its actions, and the content that the kind renders. */
export const DetailPage = <K extends Kind>({
  kind,
  policy,
  listTitle,
  nameOf,
  unlisted = false,
  actions,
  children,
}: DetailPageProps<K>) => {
  const { uniqueId } = useParams()
  const { data: record, error, refetch } = useRecord(kind, uniqueId)
  useRecent({ kind, uniqueId, name: record && nameOf(record), isDeleted: error?.status === 404 })
  const trail = unlisted ? [] : [{ text: listTitle, path: pathOf(kind, 'list') }]
  if (error && !record)
    return <FailedRecord kind={kind} failure={error} onRetry={refetch} screen="show" listTitle={listTitle} trail={trail} />
  const defaultActions = record && <RecordActions kind={kind} policy={policy} record={record} name={nameOf(record)} />
  return (
    <Stack gap="lg">
      <PageHeader
        title={record ? nameOf(record) : listTitle}
        trail={trail}
        besideTrail={<Neighbours kind={kind} uniqueId={uniqueId!} />}
        loading={!record}
        actionsLater={!record}
      >
        {record && <Fragment key={record.uniqueId}>{actions ? actions(record, defaultActions) : defaultActions}</Fragment>}
      </PageHeader>
      {/* What is typed on the page of one record must not be carried to another's. */}
      {record ? <Fragment key={record.uniqueId}>{children(record)}</Fragment> : <Skeleton height={220} />}
    </Stack>
  )
}

/** Delete and Edit, if the actor may. */
const RecordActions = ({ kind, policy, record, name }: RecordActionsProps) => {
  const t = useText()
  const { editPath, remove } = useRecordActions({ kind, policy, record, name })
  return (
    <>
      {remove && (
        <Button variant="default" onClick={remove} leftSection={<IconTrash size={16} aria-hidden />}>
          {t('Delete')}
        </Button>
      )}
      {editPath && (
        <Button component={Link} to={editPath} prefetch="intent" leftSection={<IconEdit size={16} aria-hidden />}>
          {t('Edit')}
        </Button>
      )}
    </>
  )
}

interface ViewedRecord {
  kind: Kind
  uniqueId: string | undefined
  /** Set as soon as the record has loaded. */
  name: string | undefined
  isDeleted: boolean
}

/** Adds the record to the recents that the search offers, or removes it if it no longer exists. */
const useRecent = ({ kind, uniqueId = '', name, isDeleted }: ViewedRecord) =>
  useEffect(() => {
    if (isDeleted) dropRecent(uniqueId)
    else if (name) addRecent({ kind, uniqueId, name })
  }, [kind, uniqueId, name, isDeleted])

/** A section of a record's page. */
export const Panel = ({ children }: { children: ReactNode }) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
    {children}
  </Paper>
)

interface FactsProps {
  /** A `wide` one takes a line of its own. */
  facts: readonly { label: string; value: ReactNode; wide?: boolean }[]
}

/** The facts of a record, as labels and values. A missing value is N/A. */
export const Facts = ({ facts }: FactsProps) => {
  const t = useText()
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, wide }) => (
        <div key={label} className={wide ? styles.wide : undefined}>
          <dt>{label}</dt>
          <dd>{value ?? t('N/A')}</dd>
        </div>
      ))}
    </dl>
  )
}

interface RecordActionsProps {
  kind: Kind
  policy: Policy
  record: { uniqueId: string }
  name: string
}

/** The path of the edit form, and a function that deletes the record and opens the list: each null if the actor may not. */
export const useRecordActions = ({ kind, policy, record, name }: RecordActionsProps) => {
  const at = useArea()
  const actor = useActor()
  const navigate = useNavigateFromHere()
  const remove = useConfirmedRemove(kind)
  const removeAndLeave = async () => {
    if (await remove(record.uniqueId, name)) await navigate(asLeft(at(pathOf(kind, 'list'))))
  }
  return {
    editPath: can(actor, policy.update, record) ? at(pathOf(kind, `edit/${record.uniqueId}`)) : null,
    remove: can(actor, policy.remove, record) ? () => void removeAndLeave() : null,
  }
}
