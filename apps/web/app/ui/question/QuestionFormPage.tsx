import { NativeSelect } from '@mantine/core'
import { useParams, useSearchParams } from 'react-router'
import { pathOf } from '#kit/api/paths'
import { useRecord } from '#kit/api/records'
import { languageNames } from '#kit/languages'
import { type Say, useText } from '#kit/text'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { labelsIn, showIn } from '#ui/question/question.words'
import {
  type QuestionConfig,
  groupOf,
  groupsOf,
  isGroup,
  nameOf,
  others,
  type QuestionKind,
  type Translations,
} from '#ui/question/questionConfig'
import { filled, nameOf as nameOfField } from './translations.ts'
import { Wordings } from './Wordings.tsx'

/** The fields of the translations, too, as an error calls them. */
const allLabelsIn = (t: Say, asking: QuestionConfig) => {
  const labels = labelsIn(t, asking)
  const fields = others.flatMap((language) =>
    asking.fields.map((field) => [nameOfField(language, field), `${labels[field]} (${languageNames[language]})`] as const),
  )
  return { ...labels, ...Object.fromEntries(fields) }
}

const emptyOf = ({ group, fields }: QuestionConfig) => ({
  [group.field as 'reviewType']: '',
  ...(Object.fromEntries(fields.map((field) => [field, ''])) as Record<'headline' | 'question', string>),
  translations: {} as Translations,
})

/** The list, at the group that the question belongs to. */
const listOf = (asking: QuestionConfig, group: unknown) =>
  pathOf(asking.kind, isGroup(asking, group) ? `list?${asking.group.word}=${group}` : 'list')

/** Creates and changes questions, in five languages. */
export const QuestionFormPage = ({ asking }: { asking: QuestionConfig }) => {
  const t = useText()
  const { uniqueId } = useParams()
  const [params] = useSearchParams()
  const { kind } = asking
  const { data } = useRecord<QuestionKind>(kind, uniqueId)
  const asked = params.get(asking.group.word)
  const answered = data?.answered ?? false
  const field = asking.group.field as 'reviewType'
  return (
    <FormPage<QuestionKind, ReturnType<typeof emptyOf>>
      kind={kind}
      listTitle={t(asking.many)}
      newTitle={t('New question')}
      nameOf={nameOf}
      above={listOf(asking, data ? groupOf(asking, data) : asked)}
      leadsTo={(saved) => listOf(asking, groupOf(asking, saved))}
      empty={emptyOf(asking)}
      {...(isGroup(asking, asked) && { preset: { [field]: asked } })}
      labels={allLabelsIn(t, asking)}
      required={[field, ...asking.fields]}
      show={showIn(t, asking)}
      sent={({ translations, ...fields }) => ({ ...fields, ...(translations && { translations: filled(translations) }) })}
    >
      {(fieldOf, failure) => (
        <>
          <GroupSelect asking={asking} field={fieldOf(field)} answered={answered} />
          <Wordings fields={asking.fields} field={fieldOf} failure={failure} answered={answered} />
        </>
      )}
    </FormPage>
  )
}

interface GroupSelectProps {
  asking: QuestionConfig
  field: FieldProps
  answered: boolean
}

const GroupSelect = ({ asking, field, answered }: GroupSelectProps) => {
  const t = useText()
  const { choose, names } = asking.group
  const groups = groupsOf(asking).map((value) => ({ value, label: t(names[value]!) }))
  return <NativeSelect {...field} disabled={answered} data={[{ value: '', label: t(choose), disabled: true }, ...groups]} />
}
