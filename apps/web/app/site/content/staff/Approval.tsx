import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconChecklist } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { can } from '@tradewind/contract/kit/policy'
import type { ContentStatus } from '@tradewind/contract/site/content.constants'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { Dialog } from '#ui/dialog/Dialog'
import { toInstant } from '#ui/form/moment'
import { MomentInput } from '#ui/form/MomentInput'
import { SavingFields } from '#ui/form/SavingFields'
import { useDraft } from '#ui/form/useStoredDraft'
import { useToast } from '#ui/page/toast'

interface Decision {
  approved: boolean
  note?: string
  publishAt?: string | null
}

/** Changes the status of a piece of content and shows the result. If somebody else changed it meanwhile, the change is rejected and it is reloaded. */
export const useStatusChange = ({ uniqueId, updatedAt }: Pick<StaffContent, 'uniqueId' | 'updatedAt'>) => {
  const toast = useToast()
  const client = useQueryClient()
  const update = useSend('PATCH /api/content/')
  const review = useSend('POST /api/content/approve')
  const withToast = (pending: Promise<{ responseStatus: string; message: string }>) =>
    pending.then(
      (reply) => {
        toast.reply(reply)
        return true
      },
      (error: unknown) => {
        toast.failure(failureOf(error))
        void client.invalidateQueries({ queryKey: ['content'] })
        return false
      },
    )
  return {
    isPending: update.isPending || review.isPending,
    put: (status: ContentStatus, schedule: Pick<Decision, 'publishAt'> = {}) =>
      withToast(update.mutateAsync({ uniqueId, updatedAt, status, ...schedule })),
    decide: (decision: Decision) => withToast(review.mutateAsync({ uniqueId, updatedAt, ...decision })),
  }
}

interface ApprovalProps {
  content: StaffContent
}

/** Says that the content waits for approval, and by whom. Users who may decide can do so here. */
export const ApprovalButtons = ({ content }: ApprovalProps) => {
  const t = useText()
  const mayDecide = can(useActor(), contentPolicy.approve)
  return (
    <Alert icon={<IconChecklist aria-hidden />} title={t('In review')}>
      <Group justify="space-between">
        <Text size="sm">{mayDecide ? t('Publish it, or send it back with a note.') : t('A tenant admin looks at it.')}</Text>
        {mayDecide && <VerdictButtons content={content} />}
      </Group>
    </Alert>
  )
}

/** Approve and Send back, for content in review. */
export const VerdictButtons = ({ content }: ApprovalProps) => {
  const t = useText()
  const { decide, isPending } = useStatusChange(content)
  const [opened, setOpened] = useState<'approve' | 'sendBack'>()
  const close = () => setOpened(undefined)
  const labelFor = (text: string) => `${text}: ${content.title}`
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        aria-label={labelFor(t('Send back'))}
        onClick={() => setOpened('sendBack')}
      >
        {t('Send back')}
      </Button>
      <Button
        leftSection={<IconCheck size={16} aria-hidden />}
        aria-label={labelFor(t('Approve'))}
        onClick={() => setOpened('approve')}
      >
        {t('Approve')}
      </Button>
      <PublishDialog
        content={content}
        opened={opened === 'approve'}
        onClose={close}
        title={t('Approve')}
        publish={(publishAt) => decide({ approved: true, publishAt })}
        isPending={isPending}
      />
      <SendBackDialog content={content} opened={opened === 'sendBack'} onClose={close} />
    </Group>
  )
}

interface SendBackDialogProps {
  content: StaffContent
  opened: boolean
  onClose: () => void
}

/** Returns content in review to its author, with a note. What was typed is kept as a draft until it is sent. */
const SendBackDialog = ({ content, opened, onClose }: SendBackDialogProps) => {
  const t = useText()
  const { decide, isPending } = useStatusChange(content)
  const draft = useDraft(`content/sendBack/${content.uniqueId}`, '')
  const note = draft.text
  const sendBack = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!(await decide({ approved: false, note }))) return
    draft.discard()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Send back')}>
      <form onSubmit={(event) => void sendBack(event)}>
        <Stack>
          <Text fw={600}>{content.title}</Text>
          <SavingFields isSaving={isPending}>
            <Textarea
              label={t('Note')}
              description={t('What should be changed. The writer is notified.')}
              autosize
              minRows={3}
              maxRows={12}
              maxLength={2000}
              data-autofocus
              value={note}
              onChange={(event) => draft.type(event.currentTarget.value)}
            />
          </SavingFields>
          <FormButtons onCancel={onClose} loading={isPending}>
            {t('Send back')}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

interface PublishDialogProps {
  content: StaffContent
  opened: boolean
  onClose: () => void
  title: string
  /** Publishes it, from a later time if there is one; returns whether it was done. */
  publish: (publishAt: string | null) => Promise<boolean>
  isPending: boolean
}

/** Publishes content: immediately, or at a later time. */
export const PublishDialog = ({ opened, title, ...form }: PublishDialogProps) => (
  <Dialog opened={opened} onClose={form.onClose} title={title}>
    {opened && <PublishForm {...form} />}
  </Dialog>
)

const PublishForm = ({ content, onClose, publish, isPending }: Omit<PublishDialogProps, 'opened' | 'title'>) => {
  const t = useText()
  const zone = useZone()
  const [typed, setTyped] = useState(content.publishAt ?? '')
  const [isInvalid, setInvalid] = useState(false)
  const publishAt = toInstant(typed, zone)
  const isPartlyTyped = typed !== '' && publishAt === ''
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setInvalid(isPartlyTyped)
    if (!isPartlyTyped && (await publish(publishAt || null))) onClose()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text fw={600}>{content.title}</Text>
        <Text size="sm">{t('It is visible immediately, or from the publish time if you set one.')}</Text>
        <MomentInput
          id="publishAt"
          name="publishAt"
          label={t('Publish time')}
          required={false}
          value={typed}
          onChange={(value) => setTyped(String(value))}
          error={isInvalid && isPartlyTyped ? t('Enter both day and time') : null}
        />
        <FormButtons onCancel={onClose} loading={isPending}>
          {t('Publish')}
        </FormButtons>
      </Stack>
    </form>
  )
}
