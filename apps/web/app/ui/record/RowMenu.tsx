import { IconEdit, IconEye, IconTrash } from '@tabler/icons-react'
import { can, type Policy } from '@tradewind/contract/kit/policy'
import { type ReactNode, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Kind } from '#kit/api/calls'
import { pathOf, useArea } from '#kit/area'
import { useEntries } from '#kit/feature'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { LazyMenu, Menu } from '#ui/page/floating'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import styles from './record.module.css'

/** A record of a list that can be deleted. */
export interface RemovableRecord {
  kind: Kind
  uniqueId: string
  name: string
  /** The text of the entry, if not Delete. */
  text?: string
}
const RemoveItem = lazyWithRetry<RemovableRecord>(async () => (await import('#ui/dialog/deletion')).RemoveItem)

/** Deletes a record of a list. */
const DeleteEntry = (removed: RemovableRecord) => (
  <Suspense fallback={<DeleteItem text={removed.text} />}>
    <RemoveItem {...removed} />
  </Suspense>
)

interface EntriesProps {
  name: string
  children?: ReactNode
}

interface RowMenuProps extends EntriesProps {
  /** The record that its last entry deletes. */
  recordToDelete?: Omit<RemovableRecord, 'name'> | false
}

interface RecordMenuProps extends EntriesProps {
  kind: Kind
  policy: Policy
  record: { uniqueId: string }
}

/** Details, Edit and Delete of one record, if the actor may, after the kind's own entries. */
const RecordEntries = ({ kind, policy, record, name, children }: RecordMenuProps) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  return (
    <>
      {children}
      <FeatureEntries kind={kind} uniqueId={record.uniqueId} />
      <Menu.Item
        component={Link}
        to={at(pathOf(kind, `show/${record.uniqueId}`))}
        leftSection={<IconEye size={16} aria-hidden />}
      >
        {t('Details')}
      </Menu.Item>
      {can(actor, policy.update, record) && (
        <Menu.Item
          component={Link}
          to={at(pathOf(kind, `edit/${record.uniqueId}`))}
          leftSection={<IconEdit size={16} aria-hidden />}
        >
          {t('Edit')}
        </Menu.Item>
      )}
      {can(actor, policy.remove, record) && <DeleteEntry kind={kind} uniqueId={record.uniqueId} name={name} />}
    </>
  )
}

/** The entries that features add for the records of this kind. */
const FeatureEntries = ({ kind, uniqueId }: { kind: Kind; uniqueId: string }) => {
  const t = useText()
  const at = useArea()
  const [params] = useSearchParams()
  const addressOf = (path: string) =>
    path.startsWith('?') ? `?${new URLSearchParams([...params, ...new URLSearchParams(path)])}` : at(path)
  return useEntries()
    .ofRecord.filter((entry) => entry.kind === kind)
    .map(({ text, path, icon: Sign }) => (
      <Menu.Item key={text} component={Link} to={addressOf(path(uniqueId))} leftSection={<Sign size={16} aria-hidden />}>
        {t(text)}
      </Menu.Item>
    ))
}

const Entries = ({ name, recordToDelete = false, children }: RowMenuProps) => (
  <>
    {children}
    {recordToDelete && <DeleteEntry {...recordToDelete} name={name} />}
  </>
)

/** The menu of one record of a list: `children`, and the standard entries of its kind, if given. Until it is used it is only a button. */
export const RowMenu = (props: RowMenuProps | RecordMenuProps) => {
  const t = useText()
  const label = t('Actions for {name}', { name: props.name })
  return (
    <LazyMenu width={200} button={<button type="button" className={styles.dots} aria-label={label} title={label} />}>
      {'kind' in props ? <RecordEntries {...props} /> : <Entries {...props} />}
    </LazyMenu>
  )
}

/** The Delete entry; disabled until its handler is loaded. */
export const DeleteItem = ({ text, onClick }: { text?: string | undefined; onClick?: () => void }) => {
  const t = useText()
  return (
    <Menu.Item color="red" disabled={!onClick} {...(onClick && { onClick })} leftSection={<IconTrash size={16} aria-hidden />}>
      {text ?? t('Delete')}
    </Menu.Item>
  )
}
