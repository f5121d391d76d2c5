import { Text } from '@mantine/core'
import { IconEdit, IconEye, IconLanguage, IconRestore } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Message } from '@tradewind/contract/platform/message.contract'
import { messagePolicy } from '@tradewind/contract/platform/policies'
import { Link, redirect } from 'react-router'
import { pathOf } from '#kit/area'
import { guard } from '#kit/guard'
import { languageNames, ownLanguage, type Translate, useText } from '#kit/text'
import type { ColumnOf } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { Menu } from '#ui/page/floating'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { labelsIn, nameOf } from './message.labels.ts'
import { useReset } from './MessageShow.tsx'

export const handle = { name: phrase('Texts') }

const checkAccess = guard({ rules: messagePolicy.see })

/** The address contains a language; by default the user's own. */
export const clientLoader = (visit: { request: Request }) => {
  checkAccess(visit)
  const { pathname, searchParams } = new URL(visit.request.url)
  if (searchParams.get('language')) return null
  searchParams.set('language', ownLanguage())
  throw redirect(`${pathname}?${searchParams}`)
}

const columnsIn = (t: Translate): ColumnOf<'message'>[] => [
  { field: 'key', head: t('English'), show: ({ key }) => key, sorts: true, width: '36%' },
  { field: 'text', head: t('Text'), show: (message) => <Words {...message} />, sorts: true, width: '40%' },
  { field: 'language', head: t('Language'), show: ({ language }) => languageNames[language], width: '12%' },
  { field: 'updatedAt', head: t('Changed'), show: ({ updatedAt }) => <Changed at={updatedAt} />, sorts: true, width: '12%' },
]

const languageChoices = (t: Translate) => [
  { value: 'all', label: t('All languages') },
  ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
]

const stateChoices = (t: Translate) => [
  { value: 'true', label: t('In our own words') },
  { value: 'false', label: t('As shipped') },
]

const menuOf = (message: Message) => <MessageMenu message={message} />

export default function MessageList() {
  const t = useText()
  const { key, text, language } = labelsIn(t)
  return (
    <ListPage
      kind="message"
      title={t('Texts')}
      policy={messagePolicy}
      columns={columnsIn(t)}
      nameOf={nameOf}
      filters={{
        key,
        text,
        language: { label: language, choices: languageChoices(t) },
        isOverridden: { label: t('State'), choices: stateChoices(t) },
      }}
      sort="key"
      createText={t('Change a text')}
      empty={{ icon: IconLanguage, title: t('No texts'), text: t('Change the words of pages and emails.') }}
      menuOf={menuOf}
    />
  )
}

const Words = ({ text, language, isOverridden }: Message) => (
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
