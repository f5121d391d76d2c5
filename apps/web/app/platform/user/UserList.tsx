import { IconEdit, IconEye, IconTrash, IconUsers } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { userPolicy } from '@tradewind/contract/platform/policies'
import type { User } from '@tradewind/contract/platform/user.contract'
import { userFields } from '@tradewind/contract/platform/user.fields'
import { isMember } from '@tradewind/contract/roles'
import { Link, redirect } from 'react-router'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { session, useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { Menu } from '#ui/page/floating'
import { RowMenu } from '#ui/record/RowMenu'
import { redirectFormerFilters } from '#ui/view/formerFilters'
import { ViewedList } from '#ui/view/ViewedList'
import { ManageItems, mayManage, StateBadge, useManage } from './UserFacts.tsx'

export const handle = { name: phrase('Users') }

const formerFilters = {
  fullName: (text: string) => `fullName:contains:${text}`,
  emailAddress: (text: string) => `emailAddress:contains:${text}`,
  roleName: (role: string) => `adminRole:is:${role}`,
  state: (state: string) => `state:is:${state}`,
}

const checkAccess = guard({ rules: userPolicy.list })

/** A member sees only their own account, so they are redirected to it. */
export const clientLoader = (visit: { request: Request }) => {
  const actor = session.actor()
  if (isMember(actor)) throw redirect(`/user/show/${actor.uniqueId}`)
  return checkAccess(visit) ?? redirectFormerFilters(visit, formerFilters)
}

const menuOf = (user: User) => <UserMenu user={user} />

/** The fields of users outside the main account, who have no company of their own. */
const { tenant: _, userCompanyName: __, userCompanyCountry: ___, isPartner: ____, ...ownFields } = userFields

const renderers = { state: ({ state }: User) => <StateBadge state={state} /> }

export default function UserList() {
  const t = useText()
  const { data: account } = useCall('GET /api/auth/account', {})
  const { columns } = useFields(userFields)
  return (
    <ViewedList
      kind="admin"
      title={t('Users')}
      policy={userPolicy}
      columns={columns<User>(renderers).filter(({ field }) => account?.isMainTenant || field !== 'tenant')}
      fields={account?.isMainTenant === false ? ownFields : userFields}
      numbered
      size={15}
      nameOf={({ fullName }) => fullName}
      filters={{}}
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
