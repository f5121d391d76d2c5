import { Box, Paper, Skeleton, Stack } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { assignableRoles, userPolicy } from '@tradewind/contract/platform/policies'
import type { User } from '@tradewind/contract/platform/user.contract'
import { useParams } from 'react-router'
import { useCachedAnswer, useCall } from '#kit/api/query'
import { useRecord } from '#kit/api/records'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { FormPage } from '#ui/form/FormPage'
import { PageHeader } from '#ui/page/PageHeader'
import { ErrorState, QueryContent } from '#ui/page/states'
import { LogoUpload } from './LogoUpload.tsx'
import { labelsIn } from './user.labels.ts'
import { isInvited } from './UserFacts.tsx'
import { NameFields, UserForm } from './UserFields.tsx'

export const handle = { name: phrase('Edit user') }
export const clientLoader = guard({ rules: userPolicy.update })

/** Changes another user's account as an administrator, or the actor's own names. */
export default function UserEdit() {
  const t = useText()
  const { uniqueId } = useParams()
  const { data: user, error, refetch } = useRecord('admin', uniqueId)
  if (user) return <Editing user={user} />
  return (
    <Stack>
      <PageHeader title={t('Edit')} loading={!error} />
      {error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <Skeleton height={480} maw={720} />}
    </Stack>
  )
}

const Editing = ({ user }: { user: User }) => {
  const actor = useActor()
  const isOwn = user.uniqueId === actor.uniqueId
  return (
    <Stack gap="lg">
      {isOwn ? <OwnNames user={user} /> : <Others user={user} />}
      {can(actor, userPolicy.brand, user) && (
        <Box maw={720}>
          <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
            <LogoUpload uniqueId={user.uniqueId} brandLogoUID={user.brandLogoUID} />
          </Paper>
        </Box>
      )}
    </Stack>
  )
}

const Others = ({ user }: { user: User }) => {
  const t = useText()
  const actor = useActor()
  return (
    <QueryContent of={useCall('GET /api/auth/account', {})} height={480} head={<PageHeader title={user.fullName} />}>
      {({ isMainTenant }) => (
        <UserForm
          listTitle={t('Users')}
          newTitle={t('Create user')}
          roles={assignableRoles(actor, user.adminRole)}
          isMain={isMainTenant}
          previousRole={user.adminRole}
          hasOwnAddress={!isInvited(user)}
        />
      )}
    </QueryContent>
  )
}

/** The actor's own account: only the names. Others decide on role and countries; the address is changed in the settings. */
const OwnNames = ({ user: { uniqueId } }: { user: User }) => {
  const t = useText()
  const account = useCachedAnswer('GET /api/auth/account', {})
  const mayList = can(useActor(), userPolicy.list)
  const { firstName, middleName, lastName } = labelsIn(t)
  return (
    <FormPage
      kind="admin"
      listTitle={mayList ? t('Users') : t('Your profile')}
      newTitle={t('Create user')}
      {...(!mayList && { parentPath: `show/${uniqueId}` })}
      onSaved={() => void account.refresh()}
      nameOf={({ fullName }) => fullName}
      empty={{ firstName: '', middleName: '', lastName: '' }}
      labels={{ firstName, middleName, lastName }}
      required={['firstName', 'lastName']}
    >
      {(field) => <NameFields field={field} />}
    </FormPage>
  )
}
