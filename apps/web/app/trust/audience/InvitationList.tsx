import { Stack, Text } from '@mantine/core'
import { IconBellRinging, IconMailQuestion, IconSend } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { invitationStates } from '@tradewind/contract/trust/review.constants'
import type { Invitation } from '@tradewind/contract/trust/review.schemas'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import type { Column } from '#ui/list/columns'
import { Filters } from '#ui/list/Filters'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { Menu } from '#ui/page/floating'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { RowMenu } from '#ui/record/RowMenu'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { contactFilters, useContactFilters } from './audience.filters.ts'
import { isReminder, LetterState, stateNames, whyNotResendable } from './invitationWords.tsx'

export const handle = { name: phrase('Invitations') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

const columnsIn = (t: Translate): Column<Invitation>[] => [
  { field: 'lastName', head: t('Name'), show: ({ firstName, lastName }) => `${firstName} ${lastName}`, sorts: true },
  { field: 'company', head: t('Company Name'), show: ({ companyName }) => <Clip>{companyName}</Clip>, sorts: true, width: '13%' },
  { field: 'email', head: t('Email'), show: ({ email }) => <Clip>{email}</Clip>, width: '16%' },
  {
    field: 'state',
    head: t('State'),
    show: ({ invitationStatus, problem, bouncedAt }) => (
      <LetterState state={invitationStatus} problem={problem} bounced={bouncedAt !== null} />
    ),
    width: '18%',
  },
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
        {(rows) => (
          <Rows
            label={t('Invitations')}
            rows={rows}
            columns={columnsIn(t)}
            keyOf={({ uniqueId }) => uniqueId}
            menuOf={menuOf}
            {...table}
          />
        )}
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

/** The action that resends an invitation or sends a reminder; or why that is not possible. */
const InvitationMenu = ({ invitation }: { invitation: Invitation }) => {
  const t = useText()
  const toast = useToast()
  const resend = useSend('POST /api/review/resend/:uniqueId', { changes: ['review'] })
  const { uniqueId, resendable, firstName, lastName, email } = invitation
  const name = `${firstName} ${lastName}`
  const sendsReminder = isReminder(invitation)
  const Icon = sendsReminder ? IconBellRinging : IconSend
  const actionText = sendsReminder ? t('Remind') : t('Send again')
  const canSend = resendable && !resend.isPending
  const send = async () => {
    const title = sendsReminder ? t('Remind {name}?', { name }) : t('Send {name} the invitation again?', { name })
    const text = t('The email with your survey is sent again to {address}.', { address: email })
    if (!(await confirm({ title, text, yes: actionText, no: t('Cancel') }))) return
    await resend.mutateAsync({ uniqueId }).then(
      (reply) => toast.reply(reply),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  }
  return (
    <RowMenu name={name}>
      <Menu.Item
        leftSection={<Icon size={16} aria-hidden />}
        aria-disabled={!canSend}
        {...(!canSend && { c: 'dimmed', style: { cursor: 'default' } })}
        onClick={() => canSend && void send()}
      >
        {actionText}
        {!resendable && (
          <Text size="xs" style={{ whiteSpace: 'normal' }}>
            {t(whyNotResendable(invitation))}
          </Text>
        )}
      </Menu.Item>
    </RowMenu>
  )
}
