import { Stack, Text, Textarea } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Question } from '@tradewind/contract/site/member/question.contract'
import { questionFields } from '@tradewind/contract/site/member/question.fields'
import { questionPolicy } from '@tradewind/contract/site/policies'
import { useParams } from 'react-router'
import { AssigneeSelect } from '#crm/nextSteps/TaskForm'
import { useRecord } from '#kit/api/records'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { DateInput } from '#ui/form/DateInput'
import { RecordForm } from '#ui/form/FormPage'
import { Card } from '#ui/page/Card'
import { PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'

export const handle = { name: phrase('Answer a question') }
export const clientLoader = guard({ rules: questionPolicy.update })

/** Staff assign a question, set its due day, or answer it. */
export default function QuestionEdit() {
  const t = useText()
  const { uniqueId } = useParams()
  const read = useRecord('question', uniqueId, { toChange: true })
  const list = { text: t('Questions'), path: 'question/list' }
  const questionCrumb = read.data && { text: read.data.title, path: `question/show/${read.data.uniqueId}` }
  return (
    <Stack>
      <PageHeader title={t('Answer a question')} trail={questionCrumb ? [list, questionCrumb] : [list]} />
      <QueryContent of={read} height={420}>
        {(question) => <AnswerForm key={question.uniqueId} question={question} />}
      </QueryContent>
    </Stack>
  )
}

type Person = Question['assignedUser']
const noPerson = null as Person

const AnswerForm = ({ question }: { question: Question }) => {
  const { labels } = useFields(questionFields)
  const { show } = useFieldFormatter(questionFields)
  return (
    <Stack maw={720}>
      <Card title={question.title} description={question.member}>
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{question.text}</Text>
      </Card>
      <RecordForm
        kind="question"
        record={question}
        empty={{ assignedUser: noPerson, dueDate: '', answer: '' }}
        labels={{ assignedUser: labels.assignedUser, dueDate: labels.dueDate, answer: labels.answer }}
        required={['dueDate']}
        show={show}
        redirectTo={({ uniqueId }) => `question/show/${uniqueId}`}
        sent={({ assignedUser, ...fields }) => ({
          ...fields,
          ...(assignedUser !== undefined && { assignedUser: assignedUser?.uniqueId ?? null }),
        })}
      >
        {(field) => (
          <>
            <AssigneeSelect {...field('assignedUser')} />
            <DateInput {...field('dueDate')} maw={220} />
            <Textarea {...field('answer')} autosize minRows={6} maxRows={20} maxLength={20_000} />
          </>
        )}
      </RecordForm>
    </Stack>
  )
}
