import { Button, Group, List, ScrollArea, Stack, Text } from '@mantine/core'
import type { CampaignOutlook } from '@tradewind/contract/trust/reviewReminder.contract'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { useToast } from '#ui/page/toast'
import { reminderSkipNames } from '../audience/invitationWords.tsx'

interface RemindDialogProps {
  opened: boolean
  campaign: CampaignOutlook
  onClose: () => void
}

/** Names that are drawn; the figure tells of the rest. */
const MOST = 200

/** Before reminders go out: how many get one, and who does not, and why. */
export const RemindDialog = ({ opened, campaign, onClose }: RemindDialogProps) => {
  const t = useText()
  const toast = useToast()
  const remind = useSend('POST /api/reviewReminder/')
  const { uniqueId: campaignId, remindable, skipped } = campaign
  const send = async () => {
    await remind.mutateAsync({ campaignId }).then(
      (reply) => toast.reply(reply),
      (error: unknown) => toast.failure(failureOf(error)),
    )
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={() => !remind.isPending && onClose()} title={t('Remind who has not answered')} size="lg">
      <Stack>
        <Text>
          {remindable === 0
            ? t('Nobody of this campaign can be reminded right now')
            : t(
                '{count} customer gets an email that reminds of your survey.|{count} customers each get an email that reminds of your survey.',
                {
                  count: remindable,
                },
              )}
        </Text>
        {skipped.length > 0 && <Skipped skipped={skipped} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={remind.isPending}>
            {remindable === 0 ? t('Close') : t('Cancel')}
          </Button>
          {remindable > 0 && (
            <Button data-autofocus loading={remind.isPending} onClick={() => void send()}>
              {t('Send reminders')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

const Skipped = ({ skipped }: Pick<CampaignOutlook, 'skipped'>) => {
  const t = useText()
  const more = skipped.length - MOST
  return (
    <>
      <Text size="sm">
        {t('{count} has not answered and is left out:|{count} have not answered and are left out:', { count: skipped.length })}
      </Text>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
        <List size="sm">
          {skipped.slice(0, MOST).map(({ uniqueId, fullName, because }) => (
            <List.Item key={uniqueId}>
              {fullName}: {t(reminderSkipNames[because])}
            </List.Item>
          ))}
          {more > 0 && <List.Item>{t('and {count} more', { count: more })}</List.Item>}
        </List>
      </ScrollArea.Autosize>
    </>
  )
}
