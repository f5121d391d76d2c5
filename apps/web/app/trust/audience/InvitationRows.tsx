import { Text } from '@mantine/core'
import { IconBellRinging, IconSend } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import {
  type InvitationState,
  MAX_REMINDERS,
  type ReminderSkipReason,
  type ResendBlocker,
} from '@tradewind/contract/trust/review.constants'
import type { Invitation } from '@tradewind/contract/trust/review.schemas'
import type { ComponentProps } from 'react'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { type Translate, useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import type { Column } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { Menu } from '#ui/page/floating'
import { useToast } from '#ui/page/toast'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { refusalNames, skipNames } from './audience.filters.ts'

/** The labels of the states of an invitation. */
export const stateNames: Readonly<Record<InvitationState, string>> = {
  QUEUED: phrase('Waiting to be sent'),
  SENDING: phrase('Is being sent'),
  SENT: phrase('Sent'),
  UNCERTAIN: phrase('May have been sent'),
  FAILED: phrase('Not sent'),
  ANSWERED: phrase('Answered'),
  EXPIRED: phrase('Expired'),
}

/** Whether resending would be a reminder: the invitation has arrived. */
const isReminder = ({ invitationStatus }: Pick<Invitation, 'invitationStatus'>) => invitationStatus === 'SENT'

const isOnItsWay = phrase('It is already on its way')
const hasEnded = phrase('It has ended. Ask again with a new campaign.')
const reasons: Readonly<Partial<Record<InvitationState, string>>> = {
  QUEUED: isOnItsWay,
  SENDING: isOnItsWay,
  ANSWERED: phrase('It has been answered'),
  EXPIRED: hasEnded,
}

type ResendState = Pick<
  Invitation,
  'bouncedAt' | 'viaLink' | 'invitationStatus' | 'remindedAt' | 'reminders' | 'expiresAt' | 'blockedBecause'
>
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** Why an invitation cannot be resent. */
export const whyNotResendable = (invitation: ResendState, now = Date.now()) => {
  const { invitationStatus, remindedAt, reminders, expiresAt, blockedBecause } = invitation
  if (invitation.bouncedAt) return phrase('The address does not accept email. Correct it at the contact, and ask again.')
  if (invitation.viaLink) return phrase('This customer came by a short link and gets no email.')
  const reason = reasons[invitationStatus]
  if (reason) return reason
  if (Date.parse(expiresAt) <= now) return hasEnded
  if (blockedBecause) return blockerNames[blockedBecause]
  if (reminders >= MAX_REMINDERS) return phrase('Nobody gets more than two reminders')
  if (isWithinWeek(remindedAt, now)) return phrase('The second reminder can go out a week after the first')
  return phrase('A reminder can go out a week after the invitation')
}

const isWithinWeek = (at: string | null, now: number) => at !== null && Date.parse(at) > now - WEEK_MS

/** Why a contact who has not answered gets no reminder now. */
export const reminderSkipNames: Readonly<Record<ReminderSkipReason, string>> = {
  ON_ITS_WAY: phrase('An email is on its way'),
  NOT_ARRIVED: phrase('The invitation did not go out, or perhaps did not. It can be sent again on the list of invitations.'),
  ENDED: phrase('The invitation has expired'),
  REMINDED: phrase('Already reminded twice'),
  TOO_EARLY: phrase('The last email went out less than a week ago'),
  DELETED: phrase('The contact was deleted'),
  UNSUBSCRIBED: refusalNames.UNSUBSCRIBED,
  BOUNCED: refusalNames.BOUNCED,
  ANSWERED: phrase('Recently answered another of your surveys'),
  OWN_ADDRESS: skipNames.OWN_ADDRESS,
  STAFF_ADDRESS: skipNames.STAFF_ADDRESS,
}

/** Why another letter of an invitation is not sent. */
const blockerNames: Readonly<Record<ResendBlocker, string>> = {
  ENDED: hasEnded,
  DELETED: reminderSkipNames.DELETED,
  UNSUBSCRIBED: phrase('They have unsubscribed from your invitations'),
  BOUNCED: refusalNames.BOUNCED,
  ASKED_AGAIN: phrase('This address was asked again by another campaign'),
  ANSWERED: reminderSkipNames.ANSWERED,
  OWN_ADDRESS: skipNames.OWN_ADDRESS,
  STAFF_ADDRESS: skipNames.STAFF_ADDRESS,
}

const colors = {
  QUEUED: 'gray',
  SENDING: 'gray',
  SENT: 'ink',
  UNCERTAIN: 'signal',
  FAILED: 'red',
  ANSWERED: 'green',
  EXPIRED: 'gray',
} as const

interface LetterStateProps {
  state: InvitationState
  problem: string | null
  /** A mail server reported that it bounced. */
  bounced?: boolean
}

/** The state of an invitation or a reminder in a word, with the reason if something is wrong. */
export const LetterState = ({ state, problem, bounced = false }: LetterStateProps) => {
  const t = useText()
  const name = bounced ? t('Came back') : t(stateNames[state])
  return (
    <>
      <Badge color={bounced ? 'red' : colors[state]} title={name}>
        {name}
      </Badge>
      {problem && (
        <Text component="div" size="sm" c="dimmed">
          <Clip>{t(problem)}</Clip>
        </Text>
      )}
    </>
  )
}

const columnsIn = (t: Translate): Column<Invitation>[] => [
  { field: 'lastName', head: t('Name'), show: ({ firstName, lastName }) => `${firstName} ${lastName}`, sorts: true },
  { field: 'company', head: t('Company Name'), show: ({ companyName }) => <Clip>{companyName}</Clip>, sorts: true },
  { field: 'email', head: t('Email'), show: ({ email }) => <Clip>{email}</Clip>, width: '18%' },
  {
    field: 'state',
    head: t('State'),
    show: ({ invitationStatus, problem, bouncedAt }) => (
      <LetterState state={invitationStatus} problem={problem} bounced={bouncedAt !== null} />
    ),
    width: '15%',
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

type RowsProps = ComponentProps<typeof Rows<Invitation>>

interface InvitationRowsProps extends Pick<RowsProps, 'label' | 'rows' | 'sort' | 'onSort' | 'stale' | 'linkOf'> {
  /** Fields that the list does not show. */
  without?: readonly string[]
}

/** A page of invitations, each with its state and the action that resends it. */
export const InvitationRows = ({ without = [], ...listed }: InvitationRowsProps) => {
  const t = useText()
  return <Rows columns={columnsIn(t).filter(({ field }) => !without.includes(field))} menuOf={invitationMenuOf} {...listed} />
}

/** The menu of an invitation's row. */
const invitationMenuOf = (invitation: Invitation) => <InvitationMenu invitation={invitation} />

/** The action that resends an invitation or sends a reminder; or why that is not possible. */
const InvitationMenu = ({ invitation }: { invitation: Invitation }) => {
  const t = useText()
  const toast = useToast()
  const resend = useSend('POST /api/review/resend/:uniqueId', { changes: ['review', 'reviewReminder'] })
  const { uniqueId, resendable, firstName, lastName, email } = invitation
  const name = `${firstName} ${lastName}`
  const sendsReminder = isReminder(invitation)
  const Icon = sendsReminder ? IconBellRinging : IconSend
  const actionText = sendsReminder ? t('Remind') : t('Send again')
  const canSend = resendable && !resend.isPending
  const send = async () => {
    const title = sendsReminder ? t('Remind {name}?', { name }) : t('Send {name} the invitation again?', { name })
    const text = t('The email with your survey is sent again to {address}.', { address: email })
    if (!(await confirm({ title, text, confirmLabel: actionText, isHarmless: true }))) return
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
