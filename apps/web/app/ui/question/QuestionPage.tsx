import { Button, Stack, Text } from '@mantine/core'
import { IconArchive, IconEdit, IconRestore } from '@tabler/icons-react'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import { Link } from 'react-router'
import { pathOf, useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { languageNames, useText } from '#kit/text'
import {
  groupOf,
  nameOf,
  type Question,
  type QuestionConfig,
  questionFormatter,
  type QuestionKind,
  questionLabels,
  translatedLanguages,
  useQuestionRetirement,
  type Words,
} from '#ui/question/questionConfig'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { Badge } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'

/** One question in its languages, and its history. */
export const QuestionPage = ({ config }: { config: QuestionConfig }) => {
  const t = useText()
  return (
    <DetailPage<QuestionKind>
      kind={config.kind}
      policy={config.policy}
      listTitle={t(config.title)}
      nameOf={nameOf}
      actions={actionsRenderer(config)}
    >
      {(question) => (
        <>
          <Panel>
            <QuestionFacts config={config} question={question} />
          </Panel>
          <QuestionHistory config={config} question={question} />
        </>
      )}
    </DetailPage>
  )
}

interface QuestionProps {
  config: QuestionConfig
  question: Question
}

const Actions = ({ config, question }: QuestionProps) => {
  const t = useText()
  const at = useArea()
  const { retire, askAgain } = useQuestionRetirement(config)
  const Sign = question.retired ? IconRestore : IconArchive
  return (
    <>
      <Button
        variant="default"
        onClick={() => void (question.retired ? askAgain : retire)(question)}
        leftSection={<Sign size={16} aria-hidden />}
      >
        {question.retired ? t('Ask again') : t('Retire')}
      </Button>
      <Button
        component={Link}
        to={at(pathOf(config.kind, `edit/${question.uniqueId}`))}
        prefetch="intent"
        leftSection={<IconEdit size={16} aria-hidden />}
      >
        {t('Edit')}
      </Button>
    </>
  )
}

const actionsRenderer = (config: QuestionConfig) => (question: Question) => <Actions config={config} question={question} />

const QuestionFacts = ({ config, question }: QuestionProps) => {
  const t = useText()
  const { field, label, names } = config.group
  const labels = questionLabels(t, config)
  const { translations, position, retired, answered, dateCreated } = question
  const group = groupOf(config, question)
  return (
    <Facts
      facts={[
        { label: labels[field as 'reviewType'] ?? t(label), value: t(names[group] ?? group) },
        { label: labels.position, value: retired ? <Badge color="gray">{labels.retiredAt}</Badge> : position },
        { label: t('Answers'), value: answered ? t('Answered') : t('None yet') },
        { label: t('Date Created'), value: <Day at={dateCreated} /> },
        { label: languageNames.en, value: <Wording {...question} /> },
        ...translatedLanguages(translations).map((language) => ({
          label: languageNames[language],
          value: <Wording {...translations[language]} />,
        })),
      ]}
    />
  )
}

const Wording = ({ headline, question }: Words) => (
  <Stack gap={0}>
    {headline !== undefined && (
      <Text span fw={600}>
        {headline}
      </Text>
    )}
    <Text span>{question}</Text>
  </Stack>
)

/** The history, for users who may change the question. */
const QuestionHistory = ({ config, question }: QuestionProps) => {
  const t = useText()
  if (!can(useActor(), historyOf(config.policy), question)) return null
  return (
    <History
      kind={config.kind}
      uniqueId={question.uniqueId}
      labels={questionLabels(t, config)}
      show={questionFormatter(t, config)}
    />
  )
}
