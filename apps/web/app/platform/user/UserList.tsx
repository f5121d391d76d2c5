import { IconEdit, IconEye, IconTrash, IconUsers } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { userPolicy } from '@tradewind/contract/platform/policies'
import type { User } from '@tradewind/contract/platform/user.contract'
import { isMember, roles } from '@tradewind/contract/roles'
import { Link, redirect } from 'react-router'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { session, useActor } from '#kit/session'
import { type Translate, useText } from '#kit/text'
import type { ColumnOf } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { Menu } from '#ui/page/floating'
import { RowMenu } from '#ui/record/RowMenu'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { mailtoOf } from '#ui/values/links'
import { labelsIn, roleNames, stateNames } from './user.labels.ts'
import { ManageItems, mayManage, StateBadge, useManage } from './UserFacts.tsx'

export const handle = { name: phrase('Users') }

const checkAccess = guard({ rules: userPolicy.list })

/** A member sees only their own account, so they are redirected to it. */
export const clientLoader = (visit: { request: Request }) => {
  const actor = session.actor()
  if (isMember(actor)) throw redirect(`/user/show/${actor.uniqueId}`)
  return checkAccess(visit)
}

const columnsIn = (t: Translate, isMain: boolean): ColumnOf<'admin'>[] => {
  const labels = labelsIn(t)
  const mainAccount: ColumnOf<'admin'> = {
    field: 'tenant',
    head: t('Main Account'),
    show: ({ tenant }) => <Clip>{tenant}</Clip>,
    width: '10%',
  }
  return [
    {
      field: 'dateCreated',
      head: t('Date Created'),
      show: ({ dateCreated }) => <Day at={dateCreated} />,
      sorts: true,
      width: '12%',
    },
    { field: 'fullName', head: t('Name'), show: ({ fullName }) => fullName, sorts: true, isName: true },
    {
      field: 'emailAddress',
      head: labels.emailAddress,
      show: ({ emailAddress }) => emailAddress,
      hrefOf: ({ emailAddress }) => mailtoOf(emailAddress),
      sorts: true,
      width: '21%',
    },
    { field: 'adminRole', head: labels.adminRole, show: ({ adminRole }) => t(roleNames[adminRole]), sorts: true, width: '15%' },
    ...(isMain ? [mainAccount] : []),
    { field: 'state', head: t('State'), show: ({ state }) => <StateBadge state={state} />, width: '15%' },
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
        state: {
          label: t('State'),
          choices: Object.entries(stateNames).map(([state, name]) => ({ value: state, label: t(name) })),
        },
      }}
      sort="-dateCreated"
      createText={t('Create user')}
      menuOf={menuOf}
      empty={{
        icon: IconUsers,
        title: t('No users yet'),
        text: t('Everyone who can sign in, with the role that decides what they can do.'),
      }}
    />
  )
}

/** The actions for one user of the list. */
const UserMenu = ({ user }: { user: User }) => {
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
