import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertCircle, IconEdit, IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Permission } from '@tradewind/contract/platform/permission.contract'
import { permissionPolicy } from '@tradewind/contract/platform/policies'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type Failure, failureOf } from '#kit/api/failure'
import { useList, useSend } from '#kit/api/query'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import type { Column } from '#ui/list/columns'
import { ListSkeleton } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { Menu } from '#ui/page/floating'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState, ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { RowMenu } from '#ui/record/RowMenu'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { labelsIn } from './grants.ts'

export const handle = { name: phrase('Permissions') }
export const clientLoader = guard({ rules: permissionPolicy.create })

const columnsIn = (t: Translate): Column<Permission>[] => {
  const labels = labelsIn(t)
  return [
    { field: 'value', head: labels.value, show: ({ value }) => t(value) },
    { field: 'key', head: labels.key, show: ({ key }) => <Clip>{key}</Clip>, width: '32%' },
    { field: 'dateCreated', head: t('Created'), show: ({ dateCreated }) => <Day at={dateCreated} />, width: '16%' },
  ]
}

/** The permissions that can be granted. */
export default function PermissionList() {
  const t = useText()
  const { data, error, refetch } = useList('GET /api/permission/', {})
  return (
    <Stack gap="md">
      <PageHeader title={t('Permissions')} count={data?.total}>
        {data && <Create />}
      </PageHeader>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton />}
      {data && (data.total > 0 ? <Catalogue permissions={data.rows} /> : <Nothing />)}
    </Stack>
  )
}

const Nothing = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconKey}
      title={t('No permissions yet')}
      text={t('Permissions that can be granted to admins beyond their role.')}
    >
      <Create />
    </EmptyState>
  )
}

const Create = () => {
  const t = useText()
  return (
    <Button
      component={Link}
      to="/superAdmin/permission/create"
      prefetch="intent"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('New permission')}
    </Button>
  )
}

const Catalogue = ({ permissions }: { permissions: readonly Permission[] }) => {
  const t = useText()
  const [refused, setRefused] = useState<{ name: string; failure: Failure } | null>(null)
  const menuOf = (permission: Permission): ReactNode => (
    <PermissionMenu
      permission={permission}
      onRefused={(failure) => setRefused(failure && { name: t(permission.value), failure })}
    />
  )
  return (
    <>
      {refused && (
        <Alert
          color="red"
          icon={<IconAlertCircle aria-hidden />}
          role="alert"
          title={t('{name} was not deleted', { name: refused.name })}
          withCloseButton
          closeButtonLabel={t('Close')}
          onClose={() => setRefused(null)}
        >
          {t(refused.failure.message)}
        </Alert>
      )}
      <Rows
        label={t('Permissions')}
        rows={permissions}
        columns={columnsIn(t)}
        linkOf={({ uniqueId }) => `/superAdmin/permission/edit/${uniqueId}`}
        menuOf={menuOf}
      />
    </>
  )
}

interface PermissionMenuProps {
  permission: Permission
  /** Called with the reason if it was not deleted; with null before another try. */
  onRefused: (failure: Failure | null) => void
}

const PermissionMenu = ({ permission: { uniqueId, value }, onRefused }: PermissionMenuProps) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync } = useSend('DELETE /api/permission/:uniqueId')
  const remove = async () => {
    const question = { title: t('Are you sure?'), text: t("You won't be able to revert this!"), recordName: t(value) }
    if (!(await confirm({ ...question, confirmLabel: t('Yes, delete it!') }))) return
    onRefused(null)
    await mutateAsync({ uniqueId }).then(toast.reply, (error: unknown) => onRefused(failureOf(error)))
  }
  return (
    <RowMenu name={t(value)}>
      <Menu.Item component={Link} to={`/superAdmin/permission/edit/${uniqueId}`} leftSection={<IconEdit size={16} aria-hidden />}>
        {t('Edit')}
      </Menu.Item>
      <Menu.Item color="red" onClick={() => void remove()} leftSection={<IconTrash size={16} aria-hidden />}>
        {t('Delete')}
      </Menu.Item>
    </RowMenu>
  )
}
