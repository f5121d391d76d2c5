import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Remark } from '@tradewind/contract/trust/review.schemas'
import { type Failure, failureOf } from '#kit/api/failure'
import { useAnswer, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useDraft } from '#trust/useDraft'
import { Dialog } from '#ui/dialog/Dialog'
import { ErrorSummary, Restored } from '#ui/form/notices'
import { useToast } from '#ui/page/toast'
import styles from './remarks.module.css'

interface ReplyDialogProps {
  /** What is replied to; null while the dialog is closed. */
  remark: Remark | null
  /** The page of the list that it is on. */
  asked: { page: number; size: number }
  onClose: () => void
}

/** Replies to a remark, or takes the reply back. */
export const ReplyDialog = ({ remark, asked, onClose }: ReplyDialogProps) => {
  const t = useText()
  const name = remark ? `${remark.contact.firstName} ${remark.contact.lastName}` : ''
  return (
    <Dialog opened={remark !== null} onClose={onClose} size={560} title={t('Reply to {name}', { name })}>
      {remark && <Replying remark={remark} asked={asked} onClose={onClose} />}
    </Dialog>
  )
}

const Replying = ({ remark, asked, onClose }: ReplyDialogProps & { remark: Remark }) => {
  const t = useText()
  const draft = useDraft(`review/reply/${remark.uniqueId}`, remark.ownerReply ?? '')
  const { save, isPending, error } = useSaving(remark, asked, draft, onClose)
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {draft.isRestored && <Restored onDiscard={draft.discard} isOutdated={draft.isOutdated} />}
        {error && <ErrorSummary failure={error} labels={{ ownerReply: t('Reply') }} />}
        <Text className={styles.remark}>{remark.remark}</Text>
        <ReplyText remark={remark} draft={draft} error={error} />
        <Group>
          <Button type="submit" loading={isPending}>
            {t('Save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ReplyTextProps {
  remark: Remark
  draft: ReturnType<typeof useDraft>
  error: Failure | null
}

const ReplyText = ({ remark: { remarkPublic }, draft, error }: ReplyTextProps) => {
  const t = useText()
  return (
    <Textarea
      id="ownerReply"
      label={t('Reply')}
      description={
        remarkPublic
          ? t('Shown below the remark on your page, and mailed once to who wrote it. Leave it empty to remove the reply.')
          : t(
              'The remark is not public, so your reply is only mailed, once, to who wrote it. Leave it empty to remove the reply.',
            )
      }
      autosize
      minRows={4}
      maxRows={12}
      maxLength={2000}
      data-autofocus
      value={draft.text}
      error={error?.fields['ownerReply'] && t(error.fields['ownerReply'])}
      onChange={(event) => draft.type(event.currentTarget.value)}
    />
  )
}

const useSaving = (
  { uniqueId, updatedAt }: Remark,
  asked: ReplyDialogProps['asked'],
  { text, settle }: ReturnType<typeof useDraft>,
  onClose: () => void,
) => {
  const toast = useToast()
  const list = useAnswer('GET /api/review/remarks', asked)
  const { mutateAsync, isPending, error } = useSend('PATCH /api/review/')
  const save = async () => {
    try {
      const reply = await mutateAsync({ uniqueId, ownerReply: text, updatedAt })
      toast.reply(reply)
      if (settle(text, reply.data.ownerReply ?? '')) onClose()
    } catch (refused) {
      failureOf(refused)
      await list.refresh()
    }
  }
  return { save, isPending, error }
}
