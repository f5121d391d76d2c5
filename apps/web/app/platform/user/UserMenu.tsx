import { Menu } from '@mantine/core'
import { IconEdit, IconEye, IconTrash } from '@tabler/icons-react'
import { can } from '@tradewind/contract/kit/policy'
import type { User } from '@tradewind/contract/platform/user.contract'
import { userPolicy } from '@tradewind/contract/platform/user.policy'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { RowMenu } from '#ui/record/RowMenu'
import { ManageItems } from './account/ManageItems.tsx'
import { mayManage, useManage } from './account/useManage.ts'

/** What can be done with one user of the list. */
export const UserMenu = ({ user }: { user: User }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const { remove } = useManage(user)
  return (
    <RowMenu name={user.fullName}>
      <Menu.Item component={Link} to={at(`show/${user.uniqueId}`)} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      {can(actor, userPolicy.update, user) && (
        <Menu.Item component={Link} to={at(`edit/${user.uniqueId}`)} leftSection={<IconEdit size={16} aria-hidden />}>
          {t('Edit')}
        </Menu.Item>
      )}
      <ManageItems user={user} />
      {mayManage(actor, user) && (
        <Menu.Item color="red" onClick={() => void remove()} leftSection={<IconTrash size={16} aria-hidden />}>
          {t('Delete')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}
