import { Button, Group, Stack, Text } from '@mantine/core'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { useState } from 'react'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { Dialog } from '#ui/dialog/Dialog'
import { momentIn } from '#ui/moment/moment'
import { MomentInput } from '#ui/moment/MomentInput'
import { useStanding } from './useStanding.ts'

interface VerdictDialogProps {
  content: StaffContent
  opened: boolean
  onClose: () => void
}

/** Publishes what is in review: at once, or from a time on. */
export const ApproveDialog = ({ content, opened, onClose }: VerdictDialogProps) => {
  const t = useText()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Approve')} closeButtonProps={{ 'aria-label': t('Close') }}>
      {opened && <Approving content={content} onClose={onClose} />}
    </Dialog>
  )
}

const Approving = ({ content, onClose }: Omit<VerdictDialogProps, 'opened'>) => {
  const t = useText()
  const zone = useZone()
  const { decide, isPending } = useStanding(content)
  const [typed, setTyped] = useState(content.publishAt ?? '')
  const [isRefused, setRefused] = useState(false)
  const publishAt = momentIn(typed, zone)
  const isHalf = typed !== '' && publishAt === ''
  const approve = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setRefused(isHalf)
    if (!isHalf && (await decide({ approved: true, publishAt: publishAt || null }))) onClose()
  }
  return (
    <form noValidate onSubmit={(event) => void approve(event)}>
      <Stack>
        <Text fw={600}>{content.title}</Text>
        <Text size="sm">{t('It is shown at once. With a publish time it is shown from then on.')}</Text>
        <MomentInput
          id="publishAt"
          name="publishAt"
          label={t('Publish time')}
          required={false}
          value={typed}
          onChange={(given) => setTyped(String(given))}
          error={isRefused && isHalf ? t('Give both day and time') : null}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('Publish')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
