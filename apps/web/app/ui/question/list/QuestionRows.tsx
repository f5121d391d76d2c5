import { Badge, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { pathOf } from '#kit/api/paths'
import { useRecordPrefetch } from '#kit/api/records'
import { useArea } from '#kit/area'
import { languageNames } from '#kit/languages'
import { type Say, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { type QuestionConfig, nameOf, type Question, translatedTo } from '#ui/question/questionConfig'
import { labelsIn } from '#ui/question/question.words'
import { Clip } from '#ui/values/Clip'
import { Place } from './Place.tsx'
import { QuestionMenu } from './QuestionMenu.tsx'
import { useMoves, type Way } from './useMoves.ts'

const columnsIn = (t: Say, asking: QuestionConfig): Column<Question>[] => {
  const labels = labelsIn(t, asking)
  const words: Column<Question> = { field: 'question', head: labels.question, show: ({ question }) => <Clip>{question}</Clip> }
  const name: Column<Question> = { field: 'headline', head: labels.headline, show: nameOf, width: '21%' }
  return [
    ...(asking.fields.includes('headline') ? [name, words] : [{ ...words, show: nameOf }]),
    {
      field: 'translations',
      head: labels.translations,
      show: ({ translations }) => <Spoken translations={translations} />,
      width: '19%',
    },
    {
      field: 'answered',
      head: t('Answers'),
      show: ({ answered }) => (answered ? <Badge variant="light">{t('Answered')}</Badge> : t('None yet')),
      width: '12%',
    },
  ]
}

const Spoken = ({ translations }: Pick<Question, 'translations'>) => {
  const t = useText()
  const languages = translatedTo(translations)
  if (languages.length === 0) return t('None')
  return (
    <Group gap={4}>
      {languages.map((language) => (
        <Badge key={language} variant="default" title={languageNames[language]}>
          {language}
        </Badge>
      ))}
    </Group>
  )
}

type Move = (question: Question, way: Way) => void

/** Where each stands, with the buttons that move it. */
const placesIn = (t: Say, asking: QuestionConfig, questions: readonly Question[], move: Move): Column<Question> => ({
  field: 'position',
  head: labelsIn(t, asking).position,
  show: (question) => (
    <Place
      question={question}
      place={questions.indexOf(question) + 1}
      last={questions.length}
      onMove={(way) => move(question, way)}
    />
  ),
  width: '118px',
})

const useRows = (asking: QuestionConfig) => {
  const at = useArea()
  const ahead = useRecordPrefetch(asking.kind)
  return {
    menuOf: (question: Question) => <QuestionMenu asking={asking} question={question} />,
    keyOf: ({ uniqueId }: Question) => uniqueId,
    linkOf: ({ uniqueId }: Question) => at(pathOf(asking.kind, `show/${uniqueId}`)),
    onPrefetch: ({ uniqueId }: Question) => ahead.record(uniqueId),
  }
}

interface AskedProps {
  asking: QuestionConfig
  group: string
  questions: readonly Question[]
}

/** What is asked in a group, in its order. What was retired just now is gone at once. */
export const AskedRows = ({ asking, group, questions }: AskedProps) => {
  const t = useText()
  const { move, news } = useMoves(asking, group, questions)
  const [name, ...others] = columnsIn(t, asking)
  const asked = questions.filter(({ retired }) => !retired)
  const places = placesIn(t, asking, asked, (question, way) => void move(question, way))
  return (
    <>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <Rows label={t('Asked now')} rows={asked} columns={[name!, places, ...others]} {...useRows(asking)} />
    </>
  )
}

/** What is no longer asked: it stands behind scores that it had a part in. What is asked again is gone at once. */
export const RetiredRows = ({ asking, questions }: Omit<AskedProps, 'group'>) => {
  const t = useText()
  const rows = useRows(asking)
  const retired = questions.filter((one) => one.retired)
  if (retired.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-labelledby="retired">
      <Title order={2} size="h4" id="retired">
        {t('Retired')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('These are no longer asked. Answers that were given to them still count.')}
      </Text>
      <Rows label={t('Retired')} rows={retired} columns={columnsIn(t, asking)} {...rows} />
    </Stack>
  )
}
