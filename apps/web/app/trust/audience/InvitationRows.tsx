import { Text } from '@mantine/core'
import { IconBellRinging, IconSend } from '@tabler/icons-react'
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
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { isReminder, LetterState, whyNotResendable } from './invitationWords.tsx'

const columnsIn = (t: Translate): Column<Invitation>[] => [
  { field: 'lastName', head: t('Name'), show: ({ firstName, lastName }) => `${firstName} ${lastName}`, sorts: true },
  { field: 'company', head: t('Company Name'), show: ({ companyName }) => <Clip>{companyName}</Clip>, sorts: true },
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
  { field: 'sentAt', head: t('Sent'), show: ({ sentAt }) => <Day at={sentAt} />, width: '13%' },
  { field: 'answeredAt', head: t('Answered'), show: ({ answeredAt }) => <Day at={answeredAt} />, width: '13%' },
]

type RowsProps = ComponentProps<typeof Rows<Invitation>>

interface InvitationRowsProps extends Pick<RowsProps, 'label' | 'rows' | 'sort' | 'onSort' | 'stale' | 'linkOf'> {
  /** Fields that the list does not show. */
  without?: readonly string[]
}

/** A page of invitations, each with its state and the action that resends it. */
export const InvitationRows = ({ without = [], ...listed }: InvitationRowsProps) => {
  const t = useText()
  return (
    <Rows
      columns={columnsIn(t).filter(({ field }) => !without.includes(field))}
      keyOf={({ uniqueId }) => uniqueId}
      menuOf={invitationMenuOf}
      {...listed}
    />
  )
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
