import { Stack } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import type { Invitation } from '@tradewind/contract/trust/review.fields'
import { reviewPolicy } from '@tradewind/contract/trust/review.policy'
import { invitationStates } from '@tradewind/contract/trust/review.words'
import { guard } from '#kit/account/guard'
import type { Input } from '#kit/api/calls'
import { useList, usePrefetch } from '#kit/api/query'
import { useListAddress } from '#kit/browser/search-params'
import { phrase, type Say, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { type Filter, Filters } from '#ui/list/Filters'
import { Rows } from '#ui/list/Rows'
import { EmptyState } from '#ui/page/EmptyState'
import { NoResults } from '#ui/page/NoResults'
import { PageHeader } from '#ui/page/PageHeader'
import { Paged } from '#ui/paging/Paged'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { stateNames } from './invitation.words.ts'
import { InvitationMenu } from './InvitationMenu.tsx'
import { State } from './State.tsx'

export const handle = { name: phrase('Invitations') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

const size = 20

const columnsIn = (t: Say): Column<Invitation>[] => [
  { field: 'lastName', head: t('Name'), show: ({ firstName, lastName }) => `${firstName} ${lastName}`, sorts: true },
  { field: 'company', head: t('Company Name'), show: ({ companyName }) => <Clip>{companyName}</Clip>, sorts: true, width: '13%' },
  { field: 'email', head: t('Email'), show: ({ email }) => <Clip>{email}</Clip>, width: '16%' },
  { field: 'state', head: t('State'), show: (invitation) => <State {...invitation} />, width: '18%' },
  {
    field: 'dateCreated',
    head: t('Date Created'),
    show: ({ dateCreated }) => <Day at={dateCreated} />,
    sorts: true,
    width: '13%',
  },
  { field: 'sentAt', head: t('Sent'), show: ({ sentAt }) => <Day at={sentAt} />, width: '11%' },
  { field: 'answeredAt', head: t('Answered'), show: ({ answeredAt }) => <Day at={answeredAt} />, width: '11%' },
]

const menuOf = (invitation: Invitation) => <InvitationMenu invitation={invitation} />

const filtersIn = (t: Say): Record<string, Filter> => ({
  firstName: t('Name'),
  lastName: t('Surname'),
  company: t('Company Name'),
  invitationStatus: {
    label: t('State'),
    choices: invitationStates.map((state) => ({ value: state, label: t(stateNames[state]) })),
  },
})

/** What the address asks for, and what the server says to it. */
const useInvitations = (filters: readonly string[]) => {
  const address = useListAddress({ filters, sort: '-dateCreated' })
  const prefetch = usePrefetch()
  const chosen = Object.fromEntries(Object.entries(address.filters).filter(([, text]) => text))
  const askedFor = (page: number) => ({ ...chosen, sort: address.sort, page: page - 1, size }) as Input<'GET /api/review/'>
  return {
    address,
    list: useList('GET /api/review/', askedFor(address.page)),
    ahead: (page: number) => prefetch('GET /api/review/', askedFor(page)),
    isFiltered: Object.keys(chosen).length > 0,
  }
}

/** Whom somebody has asked for a review, and what became of each letter. */
export default function InvitationList() {
  const t = useText()
  const filters = filtersIn(t)
  const { address, list, ahead, isFiltered } = useInvitations(Object.keys(filters))
  return (
    <Stack gap="md">
      <PageHeader title={t('Invitations')} count={list.data?.total} />
      {(isFiltered || list.data?.total !== 0) && (
        <Filters filters={filters} applied={address.filters} onApply={(chosen) => address.change({ filters: chosen })} />
      )}
      <Paged
        list={list}
        address={address}
        size={size}
        onPrefetch={ahead}
        empty={isFiltered ? <NoResults onClear={address.clear} /> : <Nobody />}
      >
        {(rows) => (
          <Rows
            label={t('Invitations')}
            rows={rows}
            columns={columnsIn(t)}
            keyOf={({ uniqueId }) => uniqueId}
            menuOf={menuOf}
            sort={address.sort}
            onSort={(sort) => address.change({ sort })}
            stale={list.isPlaceholderData}
          />
        )}
      </Paged>
    </Stack>
  )
}

const Nobody = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconMailQuestion}
      title={t('Nobody was invited yet')}
      text={t('Choose customers on your audience list and send them a survey. What becomes of each letter stands here.')}
    />
  )
}
