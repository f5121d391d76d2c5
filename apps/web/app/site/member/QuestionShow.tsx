import { Button, Text } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import { isStaff } from '@tradewind/contract/roles'
import type { Question } from '@tradewind/contract/site/member/question.contract'
import { questionFields } from '@tradewind/contract/site/member/question.fields'
import { questionPolicy } from '@tradewind/contract/site/policies'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { Card } from '#ui/page/Card'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { dayInSentence } from '#ui/values/dates'
import { nameOf, QuestionBadge } from './questionWords.tsx'

export const handle = { name: phrase('Question') }
export const clientLoader = guard({ rules: questionPolicy.see })

/** A question and its answer, for its member and for staff. */
export default function QuestionShow() {
  const t = useText()
  return (
    <DetailPage kind="question" policy={questionPolicy} listTitle={t('Questions')} nameOf={nameOf} actions={actionsOf}>
      {(question) => (
        <>
          <Card title={t('Question')}>
            <Prose>{question.text}</Prose>
          </Card>
          <Card title={t('Answer')}>
            {question.answer ? <Prose>{question.answer}</Prose> : <NoAnswer day={dayInSentence(question.dueDate)} />}
          </Card>
          <Panel>
            <QuestionFacts question={question} />
          </Panel>
          <QuestionHistory question={question} />
        </>
      )}
    </DetailPage>
  )
}

/** Until when there is an answer. Only members are notified of it. */
const NoAnswer = ({ day }: { day: string }) => {
  const t = useText()
  return (
    <Text c="dimmed">
      {isStaff(useActor())
        ? t('There is no answer yet. It is due by {day}.', { day })
        : t('There is no answer yet. It is due by {day}, and you will be notified by email.', { day })}
    </Text>
  )
}

/** Text with its line breaks. */
const Prose = ({ children }: { children: string }) => (
  <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} maw="72ch">
    {children}
  </Text>
)

const QuestionFacts = ({ question }: { question: Question }) => {
  const { facts } = useFields(questionFields)
  const staff = isStaff(useActor())
  return <Facts facts={facts(question, renderers).filter(({ field }) => field !== 'title' && (staff || field !== 'member'))} />
}

const renderers = {
  state: (question: Question) => <QuestionBadge {...question} />,
  assignedUser: ({ assignedUser }: Question) => assignedUser?.fullName ?? null,
}

/** The policy expects the assigned user's id. */
const toPolicySubject = (question: Question) => ({ ...question, assignedUser: question.assignedUser?.uniqueId })

const QuestionHistory = ({ question }: { question: Question }) => {
  const words = useFieldFormatter(questionFields)
  const actor = useActor()
  if (!isStaff(actor) || !can(actor, historyOf(questionPolicy), toPolicySubject(question))) return null
  return <History kind="question" uniqueId={question.uniqueId} {...words} />
}

const actionsOf = (question: Question) => <Actions question={question} />

const Actions = ({ question }: { question: Question }) => {
  const t = useText()
  const at = useArea()
  if (!can(useActor(), questionPolicy.update, toPolicySubject(question))) return null
  return (
    <Button component={Link} to={at(`question/edit/${question.uniqueId}`)} leftSection={<IconEdit size={16} aria-hidden />}>
      {question.state === 'OPEN' ? t('Assign or answer') : t('Edit')}
    </Button>
  )
}
