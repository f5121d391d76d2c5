import { Stack, Tabs, Textarea, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ChangeEvent, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Failure } from '#kit/api/failure'
import { useRecord } from '#kit/api/records'
import { pathOf } from '#kit/area'
import { languageNames, type Translate, useText } from '#kit/text'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { NativeSelect } from '#ui/form/NativeSelect'
import {
  type Field,
  groupOf,
  groupsOf,
  isGroup,
  nameOf,
  type QuestionConfig,
  questionFormatter,
  type QuestionKind,
  questionLabels,
  type TranslationLanguage,
  translationLanguages,
  type Translations,
  type Words,
} from '#ui/question/questionConfig'

/** The name of a translated field, as in the server's refusals. */
const nameOfField = (language: TranslationLanguage, field: Field) => `translations.${language}.${field}`

/** The translations with a new text in one of the fields. */
const withTranslation = (
  translations: Translations,
  fields: readonly Field[],
  { language, field, text }: { language: TranslationLanguage; field: Field; text: string },
): Translations => ({
  ...translations,
  [language]: { ...Object.fromEntries(fields.map((one) => [one, ''])), ...translations[language], [field]: text },
})

const isFilled = (words: Words) => Object.values(words).some((word) => word.trim())

/** Removes languages without any text. */
const withoutEmptyTranslations = (translations: Translations): Translations =>
  Object.fromEntries(Object.entries(translations).filter(([, words]) => isFilled(words)))

/** The languages whose tabs contain fields that the server rejected. */
const languagesWithFaults = (faults: Readonly<Record<string, string>>) => {
  const names = Object.keys(faults)
  const hasFault = (start: string) => names.some((name) => name.startsWith(start))
  const translations = translationLanguages.filter((language) => hasFault(`translations.${language}.`))
  return [...(hasFault('headline') || hasFault('question') ? ['en' as const] : []), ...translations]
}

/** The labels of all fields, including those of the translations, for errors. */
const allLabels = (t: Translate, config: QuestionConfig) => {
  const labels = questionLabels(t, config)
  const fields = translationLanguages.flatMap((language) =>
    config.fields.map((field) => [nameOfField(language, field), `${labels[field]} (${languageNames[language]})`] as const),
  )
  return { ...labels, ...Object.fromEntries(fields) }
}

const emptyValuesOf = ({ group, fields }: QuestionConfig) => ({
  [group.field as 'reviewType']: '',
  ...(Object.fromEntries(fields.map((field) => [field, ''])) as Record<'headline' | 'question', string>),
  translations: {} as Translations,
})

/** The path of the list, at the question's group. */
const listPathOf = (config: QuestionConfig, group: unknown) =>
  pathOf(config.kind, isGroup(config, group) ? `list?${config.group.word}=${encodeURIComponent(group)}` : 'list')

/** Creates and edits questions, in five languages. */
export const QuestionFormPage = ({ config }: { config: QuestionConfig }) => {
  const t = useText()
  const { uniqueId } = useParams()
  const [params] = useSearchParams()
  const { kind } = config
  const { data } = useRecord<QuestionKind>(kind, uniqueId)
  const requestedGroup = params.get(config.group.word)
  const answered = data?.answered ?? false
  const field = config.group.field as 'reviewType'
  return (
    <FormPage<QuestionKind, ReturnType<typeof emptyValuesOf>>
      kind={kind}
      listTitle={t(config.title)}
      newTitle={t('New question')}
      nameOf={nameOf}
      parentPath={listPathOf(config, data ? groupOf(config, data) : requestedGroup)}
      redirectTo={(saved) => listPathOf(config, groupOf(config, saved))}
      empty={emptyValuesOf(config)}
      {...(isGroup(config, requestedGroup) && { preset: { [field]: requestedGroup } })}
      labels={allLabels(t, config)}
      required={[field, ...config.fields]}
      show={questionFormatter(t, config)}
      sent={({ translations, ...fields }) => ({
        ...fields,
        ...(translations && { translations: withoutEmptyTranslations(translations) }),
      })}
    >
      {(fieldOf, failure) => (
        <>
          <GroupSelect config={config} field={fieldOf(field)} isAnswered={answered} />
          <Wordings fields={config.fields} field={fieldOf} failure={failure} isAnswered={answered} />
        </>
      )}
    </FormPage>
  )
}

interface GroupSelectProps {
  config: QuestionConfig
  field: FieldProps
  isAnswered: boolean
}

const GroupSelect = ({ config, field, isAnswered }: GroupSelectProps) => {
  const t = useText()
  const { choose, names } = config.group
  const groups = groupsOf(config).map((value) => ({ value, label: t(names[value]!) }))
  return <NativeSelect {...field} disabled={isAnswered} data={[{ value: '', label: t(choose), disabled: true }, ...groups]} />
}

interface WordingsProps {
  /** The text fields, in their order. */
  fields: readonly Field[]
  field: (name: Field | 'translations') => FieldProps
  failure: Failure | null
  /** It has answers: its texts can no longer change, only their translations. */
  isAnswered: boolean
}

/** The texts of a question: in English, and in the other languages, in a tab each. An error opens the tab of its field. */
const Wordings = ({ fields, field, failure, isAnswered }: WordingsProps) => {
  const t = useText()
  const [tab, setTab] = useState<string>('en')
  const [seenFailure, setSeen] = useState(failure)
  const refused = languagesWithFaults(failure?.fields ?? {})
  if (seenFailure !== failure) {
    setSeen(failure)
    if (refused[0]) setTab(refused[0])
  }
  const lockedProps = isAnswered ? { readOnly: true, description: t('It has answers, so its wording can no longer change.') } : {}
  return (
    <Tabs value={tab} onChange={(next) => setTab(next ?? 'en')}>
      <Tabs.List aria-label={t('Language')}>
        {(['en', ...translationLanguages] as const).map((language) => (
          <Tabs.Tab key={language} value={language} rightSection={refused.includes(language) && <FaultIcon />}>
            <span lang={language}>{languageNames[language]}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="en" pt="md">
        <Stack>
          {fields.map((name) => (
            <WordsInput key={name} of={name} {...field(name)} {...lockedProps} />
          ))}
        </Stack>
      </Tabs.Panel>
      {translationLanguages.map((language) => (
        <Tabs.Panel key={language} value={language} pt="md">
          <Translation language={language} fields={fields} field={field} failure={failure} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Marks a tab with errors. */
const FaultIcon = () => {
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
  language: TranslationLanguage
}

const Translation = ({ language, fields, field, failure }: TranslationProps) => {
  const t = useText()
  const { value, onChange } = field('translations')
  const all = value as Translations
  const description = t('Left empty, {language} shows the English text.', { language: languageNames[language] })
  return (
    <Stack>
      {fields.map((name, at) => {
        const id = nameOfField(language, name)
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
            onChange={(event) => onChange(withTranslation(all, fields, { language, field: name, text: textFromEvent(event) }))}
            {...(at === 0 && { description })}
          />
        )
      })}
    </Stack>
  )
}

const textFromEvent = (event: unknown) => (event as ChangeEvent<HTMLInputElement | HTMLTextAreaElement>).currentTarget.value
