import { Menu } from '@mantine/core'
import { IconEdit, IconEye, IconTrash } from '@tabler/icons-react'
import { can, type Policy } from '@tradewind/contract/kit/policy'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Kind } from '#kit/api/calls'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { RowMenu } from '#ui/record/RowMenu'
import { useRemoval } from '#ui/record/useRemoval'

interface RecordMenuProps {
  kind: Kind
  policy: Policy
  record: { uniqueId: string }
  name: string
  children?: ReactNode
}

/** Details, Edit and Delete of one record, as far as the server would allow them, after the kind's own entries. */
export const RecordMenu = ({ kind, policy, record, name, children }: RecordMenuProps) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const remove = useRemoval(kind)
  return (
    <RowMenu name={name}>
      {children}
      <Menu.Item component={Link} to={at(`${kind}/show/${record.uniqueId}`)} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      {can(actor, policy.update, record) && (
        <Menu.Item component={Link} to={at(`${kind}/edit/${record.uniqueId}`)} leftSection={<IconEdit size={16} aria-hidden />}>
          {t('Edit')}
        </Menu.Item>
      )}
      {can(actor, policy.remove, record) && (
        <Menu.Item
          color="red"
          onClick={() => void remove(record.uniqueId, name)}
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          {t('Delete')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}
