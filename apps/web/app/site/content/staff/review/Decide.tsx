import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconChecklist } from '@tabler/icons-react'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { contentPolicy } from '@tradewind/contract/site/content.policy'
import { can } from '@tradewind/contract/kit/policy'
import { useState } from 'react'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { ApproveDialog } from './ApproveDialog.tsx'
import { SendBackDialog } from './SendBackDialog.tsx'

interface DecideProps {
  content: StaffContent
}

/** Says that it waits, and for whom; whoever may decide does it here. */
export const Decide = ({ content }: DecideProps) => {
  const t = useText()
  const mayDecide = can(useActor(), contentPolicy.approve)
  return (
    <Alert icon={<IconChecklist aria-hidden />} title={t('In review')}>
      <Group justify="space-between">
        <Text size="sm">{mayDecide ? t('Publish it, or send it back with a note.') : t('A tenant admin looks at it.')}</Text>
        {mayDecide && <Verdicts content={content} />}
      </Group>
    </Alert>
  )
}

/** Approve, and Send back, for what is in review. */
export const Verdicts = ({ content }: DecideProps) => {
  const t = useText()
  const [opened, setOpened] = useState<'approve' | 'sendBack'>()
  const close = () => setOpened(undefined)
  const named = (text: string) => `${text}: ${content.title}`
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        aria-label={named(t('Send back'))}
        onClick={() => setOpened('sendBack')}
      >
        {t('Send back')}
      </Button>
      <Button
        leftSection={<IconCheck size={16} aria-hidden />}
        aria-label={named(t('Approve'))}
        onClick={() => setOpened('approve')}
      >
        {t('Approve')}
      </Button>
      <ApproveDialog content={content} opened={opened === 'approve'} onClose={close} />
      <SendBackDialog content={content} opened={opened === 'sendBack'} onClose={close} />
    </Group>
  )
}
