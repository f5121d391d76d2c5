import { Button } from '@mantine/core'
import { IconEdit, IconRestore } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Message } from '@tradewind/contract/platform/message.contract'
import { messagePolicy } from '@tradewind/contract/platform/policies'
import { Link } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { pathOf } from '#kit/area'
import { guard } from '#kit/guard'
import { languageNames, loadTexts, useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { Day } from '#ui/values/Day'
import { labelsIn, nameOf } from './message.labels.ts'

/** Resets a text to the default, on the open page too, and offers Undo. */
export const useReset = () => {
  const toast = useToast()
  const client = useQueryClient()
  const remove = useSend('DELETE /api/message/:uniqueId')
  const update = useSend('PATCH /api/message/')
  const showReply = (promise: Promise<unknown>) =>
    promise.then(() => loadTexts({ forceReload: true })).catch((error: unknown) => toast.failure(failureOf(error)))
  const reset = async ({ uniqueId, text }: Message) => {
    const reply = await remove.mutateAsync({ uniqueId })
    // Unlike other deleted records, the text still exists.
    void client.invalidateQueries({ queryKey: ['message'] })
    toast.reply(reply, () => void showReply(update.mutateAsync({ uniqueId, text })))
  }
  return (message: Message) => showReply(reset(message))
}

export const handle = { name: phrase('Text') }
export const clientLoader = guard({ rules: messagePolicy.see })

const actionsOf = (message: Message) => <Actions message={message} />

export default function MessageShow() {
  const t = useText()
  return (
    <DetailPage kind="message" policy={messagePolicy} listTitle={t('Texts')} nameOf={nameOf} actions={actionsOf}>
      {(message) => (
        <>
          <Panel>
            <MessageFacts message={message} />
          </Panel>
          <History kind="message" uniqueId={message.uniqueId} labels={{ text: t('Text') }} />
        </>
      )}
    </DetailPage>
  )
}

const MessageFacts = ({ message: { key, language, shipped, text, isOverridden, updatedAt } }: { message: Message }) => {
  const t = useText()
  const labels = labelsIn(t)
  return (
    <Facts
      facts={[
        { label: labels.key, value: <span lang="en">{key}</span> },
        { label: labels.language, value: languageNames[language] },
        { label: t('As shipped'), value: <span lang={language}>{shipped}</span> },
        { label: t('In our own words'), value: isOverridden ? <span lang={language}>{text}</span> : t('Not changed') },
        ...(updatedAt ? [{ label: t('Changed'), value: <Day at={updatedAt} precise /> }] : []),
      ]}
    />
  )
}

const Actions = ({ message }: { message: Message }) => {
  const t = useText()
  const reset = useReset()
  return (
    <>
      {message.isOverridden && (
        <Button variant="default" onClick={() => void reset(message)} leftSection={<IconRestore size={16} aria-hidden />}>
          {t('Reset')}
        </Button>
      )}
      <Button
        component={Link}
        to={pathOf('message', `edit/${message.uniqueId}`)}
        prefetch="intent"
        leftSection={<IconEdit size={16} aria-hidden />}
      >
        {t('Edit')}
      </Button>
    </>
  )
}
