import { phrase } from '@tradewind/contract/kit/phrase'
import { rolesForNewUser, userPolicy } from '@tradewind/contract/platform/policies'
import { useCall } from '#kit/api/query'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import { UserForm } from './UserFields.tsx'

export const handle = { name: phrase('Create user') }
export const clientLoader = guard({ rules: userPolicy.create })

export default function UserCreate() {
  const t = useText()
  const actor = useActor()
  return (
    <QueryContent of={useCall('GET /api/auth/account', {})} height={480} head={<PageHeader title={t('Create user')} />}>
      {({ isMainTenant: isMain }) => (
        <UserForm
          listTitle={t('Users')}
          newTitle={t('Create user')}
          roles={rolesForNewUser(actor, { isMain })}
          isMain={isMain}
          withLogo
        />
      )}
    </QueryContent>
  )
}
