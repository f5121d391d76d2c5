import { IconUsers } from '@tabler/icons-react'
import { isMember, roles } from '@tradewind/contract/roles'
import type { User } from '@tradewind/contract/platform/user.contract'
import { userPolicy } from '@tradewind/contract/platform/user.policy'
import { redirect } from 'react-router'
import { guard } from '#kit/account/guard'
import { useCall } from '#kit/api/query'
import { session } from '#kit/session'
import { phrase, type Say, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { StateBadge } from './account/StateBadge.tsx'
import { labelsIn, roleNames } from './account/user.words.ts'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { UserMenu } from './UserMenu.tsx'

export const handle = { name: phrase('Users') }

const letIn = guard({ rules: userPolicy.list })

/** Of the users a member finds themself alone. */
export const clientLoader = (visit: { request: Request }) => {
  const actor = session.actor()
  if (isMember(actor)) throw redirect(`/user/show/${actor.uniqueId}`)
  return letIn(visit)
}

const columnsIn = (t: Say, isMain: boolean): Column<User>[] => {
  const labels = labelsIn(t)
  const mainAccount: Column<User> = {
    field: 'tenant',
    head: t('Main Account'),
    show: ({ tenant }) => <Clip>{tenant}</Clip>,
    width: '12%',
  }
  return [
    { field: 'fullName', head: t('Name'), show: ({ fullName }) => fullName, sorts: true },
    {
      field: 'emailAddress',
      head: labels.emailAddress,
      show: ({ emailAddress }) => <Clip>{emailAddress}</Clip>,
      sorts: true,
      width: '22%',
    },
    { field: 'adminRole', head: labels.adminRole, show: ({ adminRole }) => t(roleNames[adminRole]), sorts: true, width: '10%' },
    ...(isMain ? [mainAccount] : []),
    {
      field: 'dateCreated',
      head: t('Date Created'),
      show: ({ dateCreated }) => <Day at={dateCreated} />,
      sorts: true,
      width: '12%',
    },
    { field: 'state', head: t('State'), show: ({ state }) => <StateBadge state={state} />, width: '12%' },
  ]
}

const menuOf = (user: User) => <UserMenu user={user} />

export default function UserList() {
  const t = useText()
  const labels = labelsIn(t)
  const { data: account } = useCall('GET /api/auth/account', {})
  return (
    <ListPage
      kind="admin"
      title={t('Users')}
      policy={userPolicy}
      columns={columnsIn(t, account?.isMainTenant ?? false)}
      numbered
      size={15}
      nameOf={({ fullName }) => fullName}
      filters={{
        fullName: t('Name'),
        emailAddress: labels.emailAddress,
        roleName: { label: labels.adminRole, choices: roles.map((role) => ({ value: role, label: t(roleNames[role]) })) },
      }}
      sort="-dateCreated"
      createText={t('Create user')}
      menuOf={menuOf}
      empty={{
        icon: IconUsers,
        title: t('No users yet'),
        text: t('Who signs in here stands here, with a role that says what they may do.'),
      }}
    />
  )
}
