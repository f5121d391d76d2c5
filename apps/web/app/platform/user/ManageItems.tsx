import { Menu } from '@mantine/core'
import { IconLock, IconLockOpen, IconMailForward } from '@tabler/icons-react'
import type { User } from '@tradewind/contract/platform/user.contract'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { mayManage, useManage } from './useManage.ts'

/** The entries of a user's row menu that decide about the account: its invitation, and whether it is open. */
export const ManageItems = ({ user }: { user: User }) => {
  const t = useText()
  const actor = useActor()
  const { isInvited, isClosed, invite, setActive } = useManage(user)
  if (!mayManage(actor, user)) return null
  const Lock = isClosed ? IconLockOpen : IconLock
  return (
    <>
      {isInvited && (
        <Menu.Item onClick={() => void invite()} leftSection={<IconMailForward size={16} aria-hidden />}>
          {t('Send invitation again')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => void setActive()} leftSection={<Lock size={16} aria-hidden />}>
        {isClosed ? t('Open account') : t('Close account')}
      </Menu.Item>
    </>
  )
}
