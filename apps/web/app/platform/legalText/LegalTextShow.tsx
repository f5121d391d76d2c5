import { Accordion, Anchor, Button, Stack, Text } from '@mantine/core'
import { IconEdit, IconSend } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { LegalText } from '@tradewind/contract/platform/legalText.contract'
import { legalPages } from '@tradewind/contract/platform/legalText.fields'
import { legalTextPolicy } from '@tradewind/contract/platform/policies'
import { Link } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { pathOf } from '#kit/area'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { Markup } from '#ui/editor/RichText'
import { Card } from '#ui/page/Card'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { Day } from '#ui/values/Day'
import { nameIn, State } from './legalTextWords.tsx'

export const handle = { name: phrase('Legal text') }
export const clientLoader = guard({ rules: legalTextPolicy.see })

const actionsOf = (text: LegalText) => <Actions text={text} />

/** The draft of a legal text, and all versions of it that were published. */
export default function LegalTextShow() {
  const t = useText()
  return (
    <DetailPage kind="legalText" policy={legalTextPolicy} listTitle={t('Legal texts')} nameOf={nameIn(t)} actions={actionsOf}>
      {(text) => (
        <>
          <Panel>
            <Stack>
              <State text={text} />
              {text.isShown && (
                <Text size="sm">
                  {t('Visitors read it at')}{' '}
                  <Anchor href={`${legalPages[text.kind].path}?lang=${text.language}`} target="_blank" inherit>
                    {legalPages[text.kind].path}
                  </Anchor>
                </Text>
              )}
              {text.content ? (
                <div lang={text.language}>
                  <Markup html={text.content} />
                </div>
              ) : (
                <Text c="dimmed">{t('Nothing is written yet.')}</Text>
              )}
            </Stack>
          </Panel>
          <Versions uniqueId={text.uniqueId} language={text.language} />
        </>
      )}
    </DetailPage>
  )
}

const usePublish = ({ uniqueId, updatedAt, content }: LegalText) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/legalText/publish', { changes: ['audit'] })
  const publish = async () => {
    const isSure = await confirm({
      title: content ? t('Publish this text?') : t('Unpublish this page?'),
      text: content
        ? t('Visitors see it immediately. Every version is kept, with the leads that agreed to it.')
        : t('The text is empty: its page and its links are removed. Earlier versions are kept.'),
      confirmLabel: content ? t('Publish') : t('Unpublish'),
      isHarmless: Boolean(content),
    })
    if (!isSure) return
    await mutateAsync({ uniqueId, updatedAt }).then(toast.reply, (error: unknown) => toast.failure(failureOf(error)))
  }
  return { publish: () => void publish(), isPending }
}

const Actions = ({ text }: { text: LegalText }) => {
  const t = useText()
  const { publish, isPending } = usePublish(text)
  return (
    <>
      <Button
        component={Link}
        variant="default"
        to={pathOf('legalText', `edit/${text.uniqueId}`)}
        prefetch="intent"
        leftSection={<IconEdit size={16} aria-hidden />}
      >
        {t('Edit')}
      </Button>
      {text.isChanged && (
        <Button loading={isPending} onClick={publish} leftSection={<IconSend size={16} aria-hidden />}>
          {t('Publish')}
        </Button>
      )}
    </>
  )
}

const Versions = ({ uniqueId, language }: Pick<LegalText, 'uniqueId' | 'language'>) => {
  const t = useText()
  const { data, error, refetch } = useCall('GET /api/legalText/versions', { uniqueId, page: 0, size: 100 })
  return (
    <Card title={t('Published versions')}>
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && <Text c="dimmed">{t('It was never published.')}</Text>}
      <Accordion>
        {data?.rows.map(({ version, content, dateCreated, createdByName, ...one }) => (
          <Accordion.Item key={one.uniqueId} value={one.uniqueId}>
            <Accordion.Control>
              {t('Version {version}', { version })} · <Day at={dateCreated} precise /> · {createdByName ?? t('former user')}
            </Accordion.Control>
            <Accordion.Panel lang={language}>
              {content ? <Markup html={content} /> : <Text c="dimmed">{t('Unpublished')}</Text>}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Card>
  )
}
