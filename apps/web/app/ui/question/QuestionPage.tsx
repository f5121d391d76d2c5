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
export const QuestionPage = ({ asking }: { asking: QuestionConfig }) => {
  const t = useText()
  return (
    <DetailPage<QuestionKind>
      kind={asking.kind}
      policy={asking.policy}
      listTitle={t(asking.many)}
      nameOf={nameOf}
      actions={actionsRenderer(asking)}
    >
      {(question) => (
        <>
          <Panel>
            <QuestionFacts asking={asking} question={question} />
          </Panel>
          <QuestionHistory asking={asking} question={question} />
        </>
      )}
    </DetailPage>
  )
}

interface QuestionProps {
  asking: QuestionConfig
  question: Question
}

const Actions = ({ asking, question }: QuestionProps) => {
  const t = useText()
  const at = useArea()
  const { retire, askAgain } = useQuestionRetirement(asking)
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
        to={at(pathOf(asking.kind, `edit/${question.uniqueId}`))}
        prefetch="intent"
        leftSection={<IconEdit size={16} aria-hidden />}
      >
        {t('Edit')}
      </Button>
    </>
  )
}

const actionsRenderer = (config: QuestionConfig) => (question: Question) => <Actions asking={config} question={question} />

const QuestionFacts = ({ asking, question }: QuestionProps) => {
  const t = useText()
  const { field, label, names } = asking.group
  const labels = questionLabels(t, asking)
  const { translations, position, retired, answered, dateCreated } = question
  const group = groupOf(asking, question)
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
const QuestionHistory = ({ asking, question }: QuestionProps) => {
  const t = useText()
  if (!can(useActor(), historyOf(asking.policy), question)) return null
  return (
    <History
      kind={asking.kind}
      uniqueId={question.uniqueId}
      labels={questionLabels(t, asking)}
      show={questionFormatter(t, asking)}
    />
  )
}
