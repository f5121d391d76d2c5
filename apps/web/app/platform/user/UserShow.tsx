import { Button } from '@mantine/core'
import { IconEdit, IconLock, IconLockOpen, IconMailForward, IconTrash } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { userPolicy } from '@tradewind/contract/platform/policies'
import type { User } from '@tradewind/contract/platform/user.contract'
import { Link } from 'react-router'
import { useArea, useNavigateFromHere } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { HeaderButton } from '#ui/page/PageHeader'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { PermissionPanel } from './PermissionPanel.tsx'
import { labelsIn, showIn } from './user.labels.ts'
import { mayManage, useManage, UserFacts } from './UserFacts.tsx'

export const handle = { name: phrase('User') }
export const clientLoader = guard({ rules: userPolicy.see })

export default function UserShow() {
  const t = useText()
  const actor = useActor()
  const labels = { ...labelsIn(t), state: t('State') }
  return (
    <DetailPage
      kind="admin"
      policy={userPolicy}
      listTitle={t('Users')}
      unlisted={!can(actor, userPolicy.list)}
      nameOf={({ fullName }) => fullName}
      actions={actionsOf}
    >
      {(user) => (
        <>
          <Panel>
            <UserFacts user={user} />
          </Panel>
          <PermissionPanel user={user} />
          {can(actor, userPolicy.manage, user) && (
            <History kind="admin" uniqueId={user.uniqueId} labels={labels} show={showIn(t)} />
          )}
        </>
      )}
    </DetailPage>
  )
}

const actionsOf = (user: User) => <Actions user={user} />

const Actions = ({ user }: { user: User }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  return (
    <>
      {mayManage(actor, user) && <Managing user={user} />}
      {can(actor, userPolicy.update, user) && (
        <Button
          component={Link}
          to={at(`edit/${user.uniqueId}`)}
          prefetch="intent"
          leftSection={<IconEdit size={16} aria-hidden />}
        >
          {t('Edit')}
        </Button>
      )}
    </>
  )
}

const Managing = ({ user }: { user: User }) => {
  const t = useText()
  const at = useArea()
  const navigate = useNavigateFromHere()
  const { isInvited, isClosed, invite, setActive, remove } = useManage(user)
  const removeAndLeave = async () => {
    if (await remove()) await navigate(at('list'))
  }
  return (
    <>
      {isInvited && (
        <HeaderButton icon={IconMailForward} onClick={() => void invite()}>
          {t('Send invitation again')}
        </HeaderButton>
      )}
      <HeaderButton icon={isClosed ? IconLockOpen : IconLock} onClick={() => void setActive()}>
        {isClosed ? t('Reopen account') : t('Close account')}
      </HeaderButton>
      <HeaderButton icon={IconTrash} onClick={() => void removeAndLeave()}>
        {t('Delete')}
      </HeaderButton>
    </>
  )
}
