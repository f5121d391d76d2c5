import { Menu } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import type { Permission } from '@tradewind/contract/platform/permission.contract'
import { Link } from 'react-router'
import { type Failure, failureOf } from '#kit/api/failure'
import { useRemove } from '#kit/api/records'
import { useText } from '#kit/text'
import { confirm } from '#ui/confirm/confirm'
import { RowMenu } from '#ui/record/RowMenu'
import { useToast } from '#ui/toast/toast'

interface PermissionMenuProps {
  permission: Permission
  /** Told why it was not deleted; null before it is tried again. */
  onRefused: (failure: Failure | null) => void
}

export const PermissionMenu = ({ permission: { uniqueId, value }, onRefused }: PermissionMenuProps) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync } = useRemove('permission')
  const remove = async () => {
    const question = { title: t('Are you sure?'), text: t("You won't be able to revert this!"), about: t(value) }
    if (!(await confirm({ ...question, yes: t('Yes, delete it!'), no: t('Cancel') }))) return
    onRefused(null)
    await mutateAsync({ uniqueId }).then(toast.reply, (error: unknown) => onRefused(failureOf(error)))
  }
  return (
    <RowMenu name={t(value)}>
      <Menu.Item component={Link} to={`/superAdmin/permission/edit/${uniqueId}`} leftSection={<IconEdit size={16} aria-hidden />}>
        {t('Edit')}
      </Menu.Item>
      <Menu.Item color="red" onClick={() => void remove()} leftSection={<IconTrash size={16} aria-hidden />}>
        {t('Delete')}
      </Menu.Item>
    </RowMenu>
  )
}
