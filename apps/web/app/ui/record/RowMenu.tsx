import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, IconEdit, IconEye } from '@tabler/icons-react'
import { can, type Policy } from '@tradewind/contract/kit/policy'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useSearchParams } from 'react-router'
import type { Kind } from '#kit/api/calls'
import { pathOf } from '#kit/api/paths'
import { useArea } from '#kit/area'
import { useEntries } from '#kit/feature'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { DeleteItem } from './DeleteItem.tsx'
import type { RemoveItem as Removing } from './RemoveItem.tsx'

type Removed = Parameters<typeof Removing>[0]
const RemoveItem = lazyWithRetry<Removed>(async () => (await import('./RemoveItem.tsx')).RemoveItem)

/** Deletes a record of a list. */
export const DeleteEntry = (removed: Removed) => (
  <Suspense fallback={<DeleteItem text={removed.text} />}>
    <RemoveItem {...removed} />
  </Suspense>
)

interface RowMenuProps {
  name: string
  children?: ReactNode
}

interface RecordMenuProps extends RowMenuProps {
  kind: Kind
  policy: Policy
  record: { uniqueId: string }
}

/** Details, Edit and Delete of one record, as far as the server would allow them, after the kind's own entries. */
const RecordMenu = ({ kind, policy, record, name, children }: RecordMenuProps) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  return (
    <Entries name={name}>
      {children}
      <Offered kind={kind} uniqueId={record.uniqueId} />
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
    </Entries>
  )
}

/** What features bring to the records of this kind. */
const Offered = ({ kind, uniqueId }: { kind: Kind; uniqueId: string }) => {
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

/** What can be done with one record of a list: `children`, and what can be done with each of its kind, where that is given. */
export const RowMenu = (props: RowMenuProps | RecordMenuProps) =>
  'kind' in props ? <RecordMenu {...props} /> : <Entries {...props} />

/** A list has a menu in each row, and few are opened: until the first press there is the button alone. */
const Entries = ({ name, children }: RowMenuProps) => {
  const t = useText()
  const [isUsed, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const begin = () => {
    flushSync(() => setUsed(true))
    // The menu's own button is in the place of the one that was pressed, and has the focus when the menu closes.
    target.current?.focus({ preventScroll: true })
    setOpened(true)
  }
  const button = (
    <ActionIcon
      ref={target}
      variant="subtle"
      color="gray"
      aria-label={t('Actions for {name}', { name })}
      {...(!isUsed && { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: begin })}
    >
      <IconDotsVertical size={18} />
    </ActionIcon>
  )
  if (!isUsed) return button
  return (
    <Menu position="bottom-end" width={200} opened={opened} onChange={setOpened}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
