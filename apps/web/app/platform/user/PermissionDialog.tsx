import { Alert, Checkbox, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { UserPermission } from '@tradewind/contract/platform/permission.contract'
import type { User } from '@tradewind/contract/platform/user.contract'
import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { ActingTenantContext, useList, useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { Dialog } from '#ui/dialog/Dialog'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { mayGrant, noEffectText } from './grants.ts'

interface PermissionDialogProps {
  user: User
  permissions: readonly UserPermission[]
  onClose: () => void
}

/** Grants permissions to a user. Those that the user has are selected and disabled. */
export const PermissionDialog = ({ user, permissions, onClose }: PermissionDialogProps) => {
  const t = useText()
  const [chosen, setChosen] = useState<string[]>([])
  const { save, isPending, error } = useSave(user.uniqueId, onClose)
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save(chosen)
  }
  return (
    <Dialog opened onClose={onClose} title={t('Permission Configuration')} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {user.fullName}
          </Text>
          {error && (
            <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
              {t(error.fields['permissionStateList'] ?? error.message)}
            </Alert>
          )}
          {/* The catalogue belongs to the application, whichever tenant the user is in. */}
          <ActingTenantContext value={undefined}>
            <Grid user={user} permissions={permissions} selectedIds={chosen} onChoose={setChosen} />
          </ActingTenantContext>
          <FormButtons onCancel={onClose} loading={isPending} disabled={chosen.length === 0}>
            {t('Save changes')}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

const useSave = (userUID: string, onDone: () => void) => {
  const toast = useToast()
  const { mutateAsync, isPending, error } = useSend('POST /api/userPermission/', {
    changes: ['userPermission', 'permission', 'admin', 'audit'],
  })
  const submit = async (permissionStateList: string[]) => {
    toast.reply(await mutateAsync({ userUID, permissionStateList }))
    onDone()
  }
  return { save: (chosen: string[]) => submit(chosen).catch(failureOf), isPending, error } // a rejection is in `error`
}

interface GridProps {
  user: User
  permissions: readonly UserPermission[]
  selectedIds: string[]
  onChoose: (chosen: string[]) => void
}

const Grid = ({ user, permissions, selectedIds, onChoose }: GridProps) => {
  const t = useText()
  const actor = useActor()
  const { data, error, refetch } = useList('GET /api/permission/', { assignee: 'ADMIN' })
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  const grantedIds = new Set(permissions.map(({ permissionUID }) => permissionUID))
  const grantable = data.rows.filter(({ uniqueId, key }) => grantedIds.has(uniqueId) || mayGrant(actor, key))
  if (grantable.length === 0) return <Text c="dimmed">{t('There are no permissions to grant.')}</Text>
  return (
    <Checkbox.Group
      value={[...grantedIds, ...selectedIds]}
      onChange={(ticked) => onChoose(ticked.filter((one) => !grantedIds.has(one)))}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {grantable.map(({ uniqueId, key, value }) => (
          <Checkbox
            key={uniqueId}
            value={uniqueId}
            disabled={grantedIds.has(uniqueId)}
            label={t(value)}
            description={<About permission={key} user={user} />}
            styles={{ label: { overflowWrap: 'anywhere' } }}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

/** The key of a permission, and that users of this role gain nothing by it. */
const About = ({ permission, user }: { permission: string; user: User }) => {
  const noEffect = noEffectText(useText(), permission, user.adminRole)
  return (
    <>
      {permission}
      {noEffect && (
        <>
          <br />
          {noEffect}
        </>
      )}
    </>
  )
}
