import { ActionIcon, Button, Group, Skeleton, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconKey, IconX } from '@tabler/icons-react'
import { can } from '@tradewind/contract/kit/policy'
import type { UserPermission } from '@tradewind/contract/platform/permission.contract'
import { userPermissionPolicy } from '@tradewind/contract/platform/policies'
import type { User } from '@tradewind/contract/platform/user.contract'
import { Suspense, useRef, useState } from 'react'
import { useList } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Tooltip } from '#ui/page/floating'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { ErrorState } from '#ui/page/states'
import { Day } from '#ui/values/Day'
import { mayGrant, noEffectText, useRevoke } from './grants.ts'
import { mayManage } from './UserFacts.tsx'

const PermissionDialog = lazyWithRetry(async () => (await import('./PermissionDialog.tsx')).PermissionDialog)

/** The permissions of a user; for users who may grant them, with the actions to grant and revoke. */
export const PermissionPanel = ({ user }: { user: User }) =>
  can(useActor(), userPermissionPolicy.see, { userId: user.uniqueId }) && <Permissions user={user} />

const Permissions = ({ user }: { user: User }) => {
  const t = useText()
  const actor = useActor()
  const mayChange = can(actor, userPermissionPolicy.assign) && mayManage(actor, user)
  const { data, error, refetch } = useList('GET /api/userPermission/', { userUID: user.uniqueId })
  return (
    <Stack component="section" aria-labelledby="permissions" gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4" id="permissions">
          {t('Permissions')}
        </Title>
        {data && mayChange && <Configuration user={user} permissions={data.rows} />}
      </Group>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={96} />}
      {data && <Given user={user} permissions={data.rows} mayChange={mayChange} />}
    </Stack>
  )
}

const Configuration = ({ user, permissions }: { user: User; permissions: readonly UserPermission[] }) => {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpened(false)
    button.current?.focus()
  }
  return (
    <>
      <Button ref={button} variant="default" onClick={() => setOpened(true)} leftSection={<IconKey size={16} aria-hidden />}>
        {t('Permission Configuration')}
      </Button>
      {opened && (
        <Suspense>
          <PermissionDialog user={user} permissions={permissions} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

interface GivenProps {
  user: User
  permissions: readonly UserPermission[]
  mayChange: boolean
}

const Given = ({ user, permissions, mayChange }: GivenProps) => {
  const t = useText()
  const actor = useActor()
  if (permissions.length === 0) return <Text c="dimmed">{t('Info! No permission is assigned yet.')}</Text>
  return (
    <Table aria-labelledby="permissions" tabularNums style={{ overflowWrap: 'break-word' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Permission')}</Table.Th>
          <Table.Th w={140}>{t('Date Created')}</Table.Th>
          {mayChange && (
            <Table.Th w={56}>
              <VisuallyHidden>{t('Actions')}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {permissions.map((permission) => (
          <Table.Tr key={permission.uniqueId}>
            <Table.Td>
              {t(permission.permissionDTO.value)}
              <Text size="xs" c="dimmed">
                {noEffectText(t, permission.permissionDTO.key, user.adminRole)}
              </Text>
            </Table.Td>
            <Table.Td>
              <Day at={permission.permissionDTO.dateCreated} />
            </Table.Td>
            {mayChange && (
              <Table.Td ta="right">
                {mayGrant(actor, permission.permissionDTO.key) && <TakeAway permission={permission} />}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const TakeAway = ({ permission }: { permission: UserPermission }) => {
  const t = useText()
  const { takeAway, isPending } = useRevoke(permission)
  const words = t('Revoke: {name}', { name: t(permission.permissionDTO.value) })
  return (
    <Tooltip label={words}>
      <ActionIcon variant="subtle" color="gray" aria-label={words} loading={isPending} onClick={() => void takeAway()}>
        <IconX size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
