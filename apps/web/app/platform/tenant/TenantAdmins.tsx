import { Button, Paper, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RowOf } from '#kit/api/calls'
import { useList } from '#kit/api/query'
import { type Say, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { Rows } from '#ui/list/Rows'
import { ErrorState } from '#ui/page/ErrorState'
import { More } from '#ui/paging/More'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { Section } from './Section.tsx'

const step = 10

const columnsIn = (t: Say): Column<RowOf<'GET /api/admin/'>>[] => [
  { field: 'fullName', head: t('Name'), show: ({ fullName }) => fullName, width: '35%' },
  { field: 'emailAddress', head: t('Email Address'), show: ({ emailAddress }) => <Clip>{emailAddress}</Clip>, width: '45%' },
  { field: 'dateCreated', head: t('Date Created'), show: ({ dateCreated }) => <Day at={dateCreated} />, width: '20%' },
]

/** Who administers the tenant that this part of the page acts in. */
export const TenantAdmins = ({ tenantId }: { tenantId: string }) => {
  const t = useText()
  const [size, setSize] = useState(step)
  const { data, error, refetch } = useList('GET /api/admin/', { roleName: 'ROLE_TENANT_ADMIN', page: 0, size })
  const create = (
    <Button
      component={Link}
      to={`/superAdmin/tenant/admin/create/${tenantId}`}
      variant="default"
      leftSection={<IconUserPlus size={16} aria-hidden />}
    >
      {t('Create Tenant Admin')}
    </Button>
  )
  return (
    <Section title={t('Tenant Admin List')} count={data?.total} action={create}>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.total === 0 && <Nobody />}
      {data && data.total > 0 && (
        <Rows
          label={t('Tenant Admin List')}
          rows={data.rows}
          columns={columnsIn(t)}
          keyOf={({ uniqueId }) => uniqueId}
          linkOf={({ uniqueId }) => `/superAdmin/tenant/admin/show/${uniqueId}?tenant=${tenantId}`}
        />
      )}
      <More list={data} onMore={() => setSize(size + step)} />
    </Section>
  )
}

const Nobody = () => {
  const t = useText()
  return (
    <Paper withBorder p="md">
      <Text c="dimmed">
        {t('Nobody administers this tenant yet. A tenant admin gets a mail with a link to choose a password.')}
      </Text>
    </Paper>
  )
}
