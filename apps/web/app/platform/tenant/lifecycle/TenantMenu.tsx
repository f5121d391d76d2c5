import { Menu } from '@mantine/core'
import { IconAdjustments, IconEdit, IconEraser, IconEye, IconRestore, IconTrash } from '@tabler/icons-react'
import type { Tenant } from '@tradewind/contract/platform/tenant.contract'
import { Link } from 'react-router'
import { useText } from '#kit/text'
import { RowMenu } from '#ui/record/RowMenu'
import { useAskToErase } from './Erasing.tsx'
import { useLifecycle } from './useLifecycle.ts'

/** What can be done with one tenant of the list. */
export const TenantMenu = ({ tenant }: { tenant: Tenant }) => {
  const t = useText()
  const askToErase = useAskToErase()
  return (
    <RowMenu name={tenant.fullName}>
      <Places uniqueId={tenant.uniqueId} />
      <DeletedOrNot tenant={tenant} />
      <Menu.Divider />
      <Menu.Item color="red" onClick={() => askToErase(tenant)} leftSection={<IconEraser size={16} aria-hidden />}>
        {t('Delete Permanently')}
      </Menu.Item>
    </RowMenu>
  )
}

const Places = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const places = [
    { text: t('Details'), to: `/superAdmin/tenant/show/${uniqueId}`, icon: IconEye },
    { text: t('Configuration'), to: `/superAdmin/tenant/configuration/${uniqueId}`, icon: IconAdjustments },
    { text: t('Edit'), to: `/superAdmin/tenant/edit/${uniqueId}`, icon: IconEdit },
  ]
  return places.map(({ text, to, icon: Sign }) => (
    <Menu.Item key={to} component={Link} to={to} leftSection={<Sign size={16} aria-hidden />}>
      {text}
    </Menu.Item>
  ))
}

const DeletedOrNot = ({ tenant }: { tenant: Tenant }) => {
  const t = useText()
  const { remove, restore } = useLifecycle(tenant)
  if (tenant.deletedAt) {
    return (
      <Menu.Item onClick={() => void restore()} leftSection={<IconRestore size={16} aria-hidden />}>
        {t('Restore')}
      </Menu.Item>
    )
  }
  if (tenant.isMain) return null
  return (
    <Menu.Item color="red" onClick={() => void remove()} leftSection={<IconTrash size={16} aria-hidden />}>
      {t('Delete')}
    </Menu.Item>
  )
}
