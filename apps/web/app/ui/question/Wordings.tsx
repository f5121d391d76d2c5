import { Stack, Tabs, Textarea, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ChangeEvent, useState } from 'react'
import type { Failure } from '#kit/api/failure'
import { languageNames } from '#kit/languages'
import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { type Field, type Other, others, type Translations } from '#ui/question/questionConfig'
import { nameOf, refusedIn, translated } from './translations.ts'

interface WordingsProps {
  /** The fields that hold words, in their order. */
  fields: readonly Field[]
  field: (name: Field | 'translations') => FieldProps
  failure: Failure | null
  /** It has answers: its words stand, and only how they are translated may be corrected. */
  answered: boolean
}

/** What a question says: as it stands, and in the other languages, a tab each. A refusal opens the tab of its field. */
export const Wordings = ({ fields, field, failure, answered }: WordingsProps) => {
  const t = useText()
  const [tab, setTab] = useState<string>('en')
  const [seen, setSeen] = useState(failure)
  const refused = refusedIn(failure?.fields ?? {})
  if (seen !== failure) {
    setSeen(failure)
    if (refused[0]) setTab(refused[0])
  }
  const stays = answered ? { readOnly: true, description: t('It has answers, so these words stand.') } : {}
  return (
    <Tabs value={tab} onChange={(next) => setTab(next ?? 'en')}>
      <Tabs.List aria-label={t('Language')}>
        {(['en', ...others] as const).map((language) => (
          <Tabs.Tab key={language} value={language} rightSection={refused.includes(language) && <Refused />}>
            <span lang={language}>{languageNames[language]}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="en" pt="md">
        <Stack>
          {fields.map((name) => (
            <WordsInput key={name} of={name} {...field(name)} {...stays} />
          ))}
        </Stack>
      </Tabs.Panel>
      {others.map((language) => (
        <Tabs.Panel key={language} value={language} pt="md">
          <Translation language={language} fields={fields} field={field} failure={failure} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Says that the tab holds what the server refused. */
const Refused = () => {
  const t = useText()
  return <IconAlertCircle size={14} color="var(--mantine-color-error)" role="img" aria-label={t('Please check the form')} />
}

interface WordsInputProps extends Omit<FieldProps, 'name' | 'required'> {
  of: Field
  name?: string
  required?: boolean
  lang?: string
  description?: string
  readOnly?: boolean
}

const WordsInput = ({ of, ...props }: WordsInputProps) =>
  of === 'headline' ? (
    <TextInput {...props} maxLength={200} autoComplete="off" />
  ) : (
    <Textarea {...props} autosize minRows={2} maxRows={10} maxLength={2000} />
  )

interface TranslationProps extends Pick<WordingsProps, 'fields' | 'field' | 'failure'> {
  language: Other
}

const Translation = ({ language, fields, field, failure }: TranslationProps) => {
  const t = useText()
  const { value, onChange } = field('translations')
  const all = value as Translations
  const description = t('Left empty, {language} reads it as it stands in English.', { language: languageNames[language] })
  return (
    <Stack>
      {fields.map((name, at) => {
        const id = nameOf(language, name)
        const fault = failure?.fields[id]
        return (
          <WordsInput
            key={name}
            of={name}
            id={id}
            label={field(name).label}
            lang={language}
            value={all[language]?.[name] ?? ''}
            error={fault ? t(fault) : null}
            onChange={(given) => onChange(translated(all, fields, { language, field: name, words: wordsOf(given) }))}
            {...(at === 0 && { description })}
          />
        )
      })}
    </Stack>
  )
}

const wordsOf = (given: unknown) => (given as ChangeEvent<HTMLInputElement | HTMLTextAreaElement>).currentTarget.value
