import { Stack } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { contactRoleNames } from '@tradewind/contract/crm/contact.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import type { Unanswered as UnansweredCustomer } from '@tradewind/contract/trust/review.schemas'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Filters } from '#ui/list/Filters'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { mailtoOf, telOf } from '#ui/values/links'
import { contactFilters, useContactFilters } from './audience.filters.ts'

export const handle = { name: phrase('UnAnswered Contacts') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

const columnsIn = (t: Translate): Column<UnansweredCustomer>[] => [
  {
    field: 'dateCreated',
    head: t('Date Created'),
    show: ({ dateCreated }) => <Day at={dateCreated} />,
    sorts: true,
    width: '14%',
  },
  { field: 'firstName', head: t('First Name'), show: ({ firstName }) => <Clip>{firstName}</Clip>, sorts: true, width: '10%' },
  { field: 'lastName', head: t('Last Name'), show: ({ lastName }) => <Clip>{lastName}</Clip>, sorts: true, width: '11%' },
  { field: 'title', head: t('Title'), show: ({ title }) => <Clip>{title}</Clip>, width: '10%' },
  { field: 'company', head: t('Company Name'), show: ({ companyName }) => <Clip>{companyName}</Clip>, sorts: true, width: '14%' },
  { field: 'contactRole', head: t('Contact Role'), show: ({ contactRole }) => t(contactRoleNames[contactRole]), width: '11%' },
  { field: 'email', head: t('Email'), show: ({ email }) => email, hrefOf: ({ email }) => mailtoOf(email), width: '15%' },
  {
    field: 'number',
    head: t('Contact Number'),
    show: ({ number }) => number ?? t('N/A'),
    hrefOf: ({ number }) => (number ? telOf(number) : undefined),
    width: '15%',
  },
]

const card = {
  title: ({ firstName, lastName }: UnansweredCustomer) => `${firstName} ${lastName}`,
  titleFields: ['firstName', 'lastName'],
}

/** Contacts that were asked for a review and have not answered yet, with the names that they had then: read-only, as specified. Invitations have reminders. */
export default function Unanswered() {
  const t = useText()
  const listing = useListing('GET /api/review/unanswered', { filters: contactFilters, sort: '-dateCreated' })
  const { address, list, size, isFiltered, table } = listing
  const filters = useContactFilters()
  return (
    <Stack gap="md">
      <PageHeader title={t('UnAnswered Contacts')} count={list.data?.total} />
      {(isFiltered || list.data?.total !== 0) && (
        <Filters filters={filters} applied={address.filters} onApply={(chosen) => address.change({ filters: chosen })} />
      )}
      <Paged of={listing} empty={isFiltered ? <EmptyState onClear={address.clear} /> : <AllAnswered />}>
        {(rows) => (
          <Rows
            label={t('UnAnswered Contacts')}
            rows={rows}
            columns={columnsIn(t)}
            card={card}
            {...table}
            first={(address.page - 1) * size + 1}
          />
        )}
      </Paged>
    </Stack>
  )
}

const AllAnswered = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconUserQuestion}
      title={t('No answers are outstanding')}
      text={t('Customers who were asked for a review and have not answered yet, so that you can call them.')}
    />
  )
}
