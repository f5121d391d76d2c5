import { NativeSelect, Text } from '@mantine/core'
import { IconEdit, IconEye, IconLanguage, IconRestore } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Message } from '@tradewind/contract/platform/message.contract'
import { messageFields } from '@tradewind/contract/platform/message.fields'
import { messagePolicy } from '@tradewind/contract/platform/policies'
import { Link, redirect } from 'react-router'
import { pathOf } from '#kit/area'
import { guard } from '#kit/guard'
import { languageNames, ownLanguage, type Translate, useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { type ListPageProps, Page, useKindListing } from '#ui/list/ListPage'
import { Menu } from '#ui/page/floating'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { redirectFormerFilters } from '#ui/view/formerFilters'
import { ListTools, useColumns } from '#ui/view/ListTools'
import { conditionQueryOf, noFilters, useListDisplay } from '#ui/view/useListView'
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
  if (searchParams.get('language')) return null
  searchParams.set('language', ownLanguage())
  throw redirect(`${pathname}?${searchParams}`)
}

const languageChoices = (t: Translate) => [
  { value: 'all', label: t('All languages') },
  ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
]

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
  const { columns, labels } = useFields(messageFields)
  const defaultColumns = columns<Message>(renderers)
  const display = useListDisplay({ fields: messageFields, isLearning: false, filters: ['language'], sort: 'key' })
  const { state, change } = display
  const shown = useColumns(defaultColumns, messageFields, state)
  const page: ListPageProps<'message'> = {
    kind: 'message',
    title: t('Texts'),
    policy: messagePolicy,
    columns: shown.columns as ListPageProps<'message'>['columns'],
    nameOf,
    filters: { language: labels.language },
    size: state.size,
    sort: 'key',
    createText: t('Change a text'),
    empty: { icon: IconLanguage, title: t('No texts'), text: t('Change the words of pages and emails.') },
    menuOf,
  }
  const listing = useKindListing(page, { fixedInput: conditionQueryOf(state), isPaused: display.isPending })
  const clear = () => change({ ...noFilters, filters: state.filters })
  return (
    <Page
      {...page}
      listing={{ ...listing, address: { ...listing.address, clear } }}
      tools={
        <ListTools fields={messageFields} view={display} columns={shown}>
          <NativeSelect
            size="xs"
            aria-label={labels.language}
            data={languageChoices(t)}
            value={state.filters['language']}
            onChange={(event) => change({ filters: { language: event.currentTarget.value } })}
          />
        </ListTools>
      }
      tableProps={{ roomy: state.density === 'roomy' }}
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
