import { Menu, Text } from '@mantine/core'
import { IconBellRinging, IconSend } from '@tabler/icons-react'
import type { Invitation } from '@tradewind/contract/trust/review.fields'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { confirm } from '#ui/confirm/confirm'
import { RowMenu } from '#ui/record/RowMenu'
import { useToast } from '#ui/toast/toast'
import { isReminder, reasonOf } from './invitation.words.ts'

/** Sending an invitation again, or reminding of it: or why that can't be. */
export const InvitationMenu = ({ invitation }: { invitation: Invitation }) => {
  const t = useText()
  const toast = useToast()
  const resend = useSend('POST /api/review/resend/:uniqueId', { changes: ['review'] })
  const { uniqueId, resendable, firstName, lastName, email } = invitation
  const name = `${firstName} ${lastName}`
  const reminds = isReminder(invitation)
  const Icon = reminds ? IconBellRinging : IconSend
  const act = reminds ? t('Remind') : t('Send again')
  const canSend = resendable && !resend.isPending
  const send = async () => {
    const title = reminds ? t('Remind {name}?', { name }) : t('Send {name} the invitation again?', { name })
    const text = t('The letter with your survey goes out once more, to {address}.', { address: email })
    if (!(await confirm({ title, text, yes: act, no: t('Cancel') }))) return
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
        {act}
        {!resendable && (
          <Text size="xs" style={{ whiteSpace: 'normal' }}>
            {t(reasonOf(invitation))}
          </Text>
        )}
      </Menu.Item>
    </RowMenu>
  )
}
