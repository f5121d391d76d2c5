import { Button, Group, Stack, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { contactFields, contactRoleNames } from '@tradewind/contract/crm/contact.fields'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall, useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useActor } from '#kit/session'
import { type Translate, useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import type { Column } from '#ui/list/columns'
import { ListSkeleton } from '#ui/list/Paged'
import { PageLinks, useRedirectPastEnd } from '#ui/list/Pager'
import { Rows } from '#ui/list/Rows'
import { ErrorState } from '#ui/page/states'
import { Clip } from '#ui/values/Clip'
import { mailtoOf, telOf } from '#ui/values/links'

interface CompanyContactsProps {
  companyId: string
  opened: boolean
  onClose: () => void
}

/** All contacts of a company, over the list of companies. */
export const CompanyContacts = ({ companyId, opened, onClose }: CompanyContactsProps) => {
  const t = useText()
  const { data: company } = useCall('GET /api/company/:uniqueId', { uniqueId: companyId }, { enabled: opened })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={company ? t('Contacts of {name}', { name: company.legalName }) : t('Contacts')}
      size="70rem"
      fullScreen={useIsNarrow()}
    >
      <Stack>
        <Found companyId={companyId} />
        <CreateButton companyId={companyId} />
      </Stack>
    </Dialog>
  )
}

const columnsIn = (t: Translate): Column<Contact>[] => {
  const { email, number } = contactFields
  return [
    { field: 'fullName', head: t('Full Name'), show: ({ fullName }) => fullName, width: '24%' },
    { field: 'company', head: t('Company'), show: ({ company }) => <Clip>{company.legalName}</Clip>, width: '24%' },
    { field: 'contactRole', head: t('Role'), show: ({ contactRole }) => t(contactRoleNames[contactRole]), width: '14%' },
    {
      field: 'email',
      head: t(email.label),
      show: (contact) => contact.email ?? t('N/A'),
      hrefOf: (contact) => (contact.email ? mailtoOf(contact.email) : undefined),
      width: '22%',
    },
    {
      field: 'number',
      head: t(number.label),
      show: (contact) => contact.number ?? t('N/A'),
      hrefOf: (contact) => (contact.number ? telOf(contact.number) : undefined),
      width: '16%',
    },
  ]
}

const size = 10

const Found = ({ companyId }: { companyId: string }) => {
  const t = useText()
  const at = useArea()
  const [page, setPage] = useState(1)
  const query = { companyId, sort: 'lastName', page: page - 1, size } as const
  const list = useList('GET /api/contact/fetchAllByCompany/:companyId', query)
  const { data, error, refetch, isPlaceholderData } = list
  useRedirectPastEnd(list, { page, change: (to) => setPage(to.page) }, size)
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={4} />
  if (data.total === 0) return <Text c="dimmed">{t('This company has no contacts yet.')}</Text>
  return (
    <>
      <Rows
        label={t('Contacts')}
        rows={data.rows}
        columns={columnsIn(t)}
        linkOf={({ uniqueId }) => at(`contact/show/${uniqueId}`)}
        stale={isPlaceholderData}
      />
      <Group justify="space-between" component="nav" aria-label={t('Pages of contacts')}>
        <Text size="sm" c="dimmed">
          {t('{count} contact|{count} contacts', { count: data.total })}
        </Text>
        {data.total > size && (
          <PageLinks page={page} pages={Math.ceil(data.total / size)} targetOf={(number) => () => setPage(number)} />
        )}
      </Group>
    </>
  )
}

const CreateButton = ({ companyId }: { companyId: string }) => {
  const t = useText()
  const at = useArea()
  if (!can(useActor(), contactPolicy.create)) return null
  return (
    <Group justify="flex-end">
      <Button component={Link} to={at(`contact/create/${companyId}`)} leftSection={<IconUserPlus size={16} aria-hidden />}>
        {t('Create Contact')}
      </Button>
    </Group>
  )
}
