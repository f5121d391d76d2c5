import { Stack } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { invitationStates } from '@tradewind/contract/trust/review.constants'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { Filters } from '#ui/list/Filters'
import { Paged, useListing } from '#ui/list/Paged'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { contactFilters, useContactFilters } from './audience.filters.ts'
import { InvitationRows, stateNames } from './InvitationRows.tsx'

export const handle = { name: phrase('Invitations') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

const filterNames = [...contactFilters, 'invitationStatus'] as const

/** The invitations that the user sent, and the state of each. */
export default function InvitationList() {
  const t = useText()
  const choices = invitationStates.map((state) => ({ value: state, label: t(stateNames[state]) }))
  const filters = { ...useContactFilters(), invitationStatus: { label: t('State'), choices } }
  const listing = useListing('GET /api/review/', { filters: filterNames, sort: '-dateCreated' })
  const { address, list, isFiltered, table } = listing
  return (
    <Stack gap="md">
      <PageHeader title={t('Invitations')} count={list.data?.total} />
      {(isFiltered || list.data?.total !== 0) && (
        <Filters filters={filters} applied={address.filters} onApply={(chosen) => address.change({ filters: chosen })} />
      )}
      <Paged of={listing} empty={isFiltered ? <EmptyState onClear={address.clear} /> : <NoInvitations />}>
        {(rows) => <InvitationRows label={t('Invitations')} rows={rows} {...table} />}
      </Paged>
    </Stack>
  )
}

const NoInvitations = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconMailQuestion}
      title={t('Nobody has been invited yet')}
      text={t('Choose customers on your audience list and send them a survey. Then follow each invitation here.')}
    />
  )
}
