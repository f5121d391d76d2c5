import { Anchor, Text } from '@mantine/core'
import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Message } from '@tradewind/contract/platform/message.contract'
import { messagePolicy } from '@tradewind/contract/platform/policies'
import { Link, useSearchParams } from 'react-router'
import { useList } from '#kit/api/query'
import { pathOf } from '#kit/area'
import { guard } from '#kit/guard'
import { isLanguage, languageNames, loadTexts, useLanguage, useText } from '#kit/text'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { NativeSelect } from '#ui/form/NativeSelect'
import { Picker } from '#ui/form/Picker'
import { ErrorState } from '#ui/page/states'
import { labelsIn, nameOf } from './message.labels.ts'
import { TextOverrideInput } from './TextOverrideInput.tsx'

export const handle = { name: phrase('Change a text') }
export const clientLoader = guard({ rules: messagePolicy.create })

/** Overrides one of the product's texts. */
export default function MessageCreate() {
  const t = useText()
  const ownLanguage = useLanguage()
  const [params] = useSearchParams()
  const language = params.get('language') ?? ''
  return (
    <FormPage
      kind="message"
      listTitle={t('Texts')}
      newTitle={t('Change a text')}
      nameOf={nameOf}
      empty={{ language: ownLanguage, key: '', text: '' }}
      {...(isLanguage(language) && { preset: { language } })}
      // The list of the texts that were changed in its language.
      redirectTo={(saved) =>
        `/admin/message/list?language=${(saved as typeof saved & Message).language}&where=isOverridden:is:true`
      }
      labels={labelsIn(t)}
      required={['language', 'key', 'text']}
      onSaved={() => void loadTexts({ forceReload: true })}
    >
      {(field) => <MessageFields language={field('language')} keyField={field('key')} textField={field('text')} />}
    </FormPage>
  )
}

interface MessageFieldsProps {
  language: FieldProps
  keyField: FieldProps
  textField: FieldProps
}

const MessageFields = ({ language, keyField, textField }: MessageFieldsProps) => {
  const t = useText()
  const { data, error, refetch } = useList('GET /api/message/', { language: language.value as Language })
  const messages = data?.rows ?? []
  const selectedMessage = messages.find(({ key }) => key === keyField.value)
  return (
    <>
      <NativeSelect {...language} data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))} />
      <TextSelect field={keyField} messages={messages} />
      {error && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {selectedMessage?.isOverridden && <ExistingOverride override={selectedMessage} />}
      {selectedMessage && <TextOverrideInput message={selectedMessage} field={textField} />}
      {!selectedMessage && <Text c="dimmed">{t('Choose a text first to see what it says now.')}</Text>}
    </>
  )
}

/** Selects a text of the product, by any part of its English or its current wording. */
const TextSelect = ({ field, messages }: { field: FieldProps; messages: readonly Message[] }) => {
  const searchTexts = new Map(messages.map(({ key, text }) => [key, `${key}\n${text}`.toLowerCase()]))
  return (
    <Picker
      {...field}
      data={messages.map(({ key }) => key)}
      limit={50}
      filter={({ options, search, limit }) => {
        const term = search.trim().toLowerCase()
        const found = options.filter((one) => 'value' in one && searchTexts.get(one.value)?.includes(term))
        return found.slice(0, limit)
      }}
      maxDropdownHeight={320}
    />
  )
}

const ExistingOverride = ({ override: { uniqueId } }: { override: Message }) => {
  const t = useText()
  return (
    <Text size="sm" mt={-8}>
      {t('There is already another text: change that one')}.{' '}
      <Anchor component={Link} to={pathOf('message', `edit/${uniqueId}`)} inherit>
        {t('Edit')}
      </Anchor>
    </Text>
  )
}
