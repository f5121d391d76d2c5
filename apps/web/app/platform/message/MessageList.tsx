import { Button, Stack, Text } from '@mantine/core'
import { IconEdit, IconEye, IconLanguage, IconPlus, IconRestore } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Message } from '@tradewind/contract/platform/message.contract'
import { messageFields } from '@tradewind/contract/platform/message.fields'
import { messagePolicy } from '@tradewind/contract/platform/policies'
import { Link, redirect, useSearchParams } from 'react-router'
import { pathOf } from '#kit/area'
import { guard } from '#kit/guard'
import { isLanguage, languageNames, ownLanguage, useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { NativeSelect } from '#ui/form/NativeSelect'
import { Menu } from '#ui/page/floating'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { redirectFormerFilters } from '#ui/view/formerFilters'
import { ListPart } from '#ui/view/ListPart'
import { nameOf } from './message.labels.ts'
import { useReset } from './MessageShow.tsx'

export const handle = { name: phrase('Texts') }

const formerFilters = {
  key: (text: string) => `key:contains:${text}`,
  text: (text: string) => `text:contains:${text}`,
  isOverridden: (value: string) => `isOverridden:is:${value}`,
}

const checkAccess = guard({ rules: messagePolicy.see })

/** The address contains a language; by default the user's own. */
export const clientLoader = (visit: { request: Request }) => {
  checkAccess(visit)
  redirectFormerFilters(visit, formerFilters)
  const { pathname, searchParams } = new URL(visit.request.url)
  const language = searchParams.get('language') ?? ''
  if (language === 'all' || isLanguage(language)) return null
  searchParams.set('language', ownLanguage())
  throw redirect(`${pathname}?${searchParams}`)
}

const menuOf = (message: Message) => <MessageMenu message={message} />

const renderers = {
  key: ({ key }: Message) => key,
  text: (message: Message) => <Words message={message} />,
  language: ({ language }: Message) => languageNames[language],
  updatedAt: ({ updatedAt }: Message) => <Changed at={updatedAt} />,
}

/** The texts of one language, or of all. It has no saved views: the address always contains the language. */
export default function MessageList() {
  const t = useText()
  const { columns } = useFields(messageFields)
  const [params, setParams] = useSearchParams()
  const language = params.get('language') ?? ''
  const choose = (next: string) => {
    const address = new URLSearchParams(location.search)
    address.set('language', next)
    address.delete('page')
    setParams(address, { preventScrollReset: true })
  }
  return (
    <Stack gap="sm">
      <ListPart
        kind="message"
        route="GET /api/message/"
        fixedInput={{ language: language as Message['language'] }}
        sort="key"
        columns={columns<Message>(renderers)}
        fields={messageFields}
        label={t('Texts')}
        linkOf={({ uniqueId }) => pathOf('message', `show/${uniqueId}`)}
        menuOf={menuOf}
        nameOf={nameOf}
        empty={<EmptyState icon={IconLanguage} title={t('No texts')} text={t('Change the words of pages and emails.')} />}
        hasRecords
        tools={<LanguageSelect language={language} onChoose={choose} />}
        head={headOf}
      />
    </Stack>
  )
}

const headOf = ({ total }: { total: number | undefined }) => <Head total={total} />

const Head = ({ total }: { total: number | undefined }) => {
  const t = useText()
  const [params] = useSearchParams()
  return (
    <PageHeader title={t('Texts')} count={total}>
      <Button
        component={Link}
        to={`${pathOf('message', 'create')}?language=${params.get('language')}`}
        prefetch="intent"
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('Change a text')}
      </Button>
    </PageHeader>
  )
}

const LanguageSelect = ({ language, onChoose }: { language: string; onChoose: (language: string) => void }) => {
  const t = useText()
  const choices = Object.entries(languageNames).map(([value, label]) => ({ value, label }))
  return (
    <NativeSelect
      size="xs"
      aria-label={t('Language')}
      data={[{ value: 'all', label: t('All languages') }, ...choices]}
      value={language}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

const Words = ({ message: { text, language, isOverridden } }: { message: Message }) => (
  <Text span inherit lang={language} fw={isOverridden ? 600 : undefined}>
    <Clip>{text}</Clip>
  </Text>
)

const Changed = ({ at }: { at: string | null }) => {
  const t = useText()
  if (!at) return '–'
  return (
    <>
      <Badge color="signal">{t('changed')}</Badge> <Day at={at} />
    </>
  )
}

/** The actions for one text. */
const MessageMenu = ({ message }: { message: Message }) => {
  const t = useText()
  const reset = useReset()
  const to = (screen: 'show' | 'edit') => pathOf('message', `${screen}/${message.uniqueId}`)
  return (
    <RowMenu name={nameOf(message)}>
      <Menu.Item component={Link} to={to('show')} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      <Menu.Item component={Link} to={to('edit')} leftSection={<IconEdit size={16} aria-hidden />}>
        {t('Edit')}
      </Menu.Item>
      {message.isOverridden && (
        <Menu.Item onClick={() => void reset(message)} leftSection={<IconRestore size={16} aria-hidden />}>
          {t('Reset')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}
