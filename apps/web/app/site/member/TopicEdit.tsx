import { Stack, Text, Textarea } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Topic } from '@tradewind/contract/site/member/topic.contract'
import { stateOfField, topicFields, type TopicState } from '@tradewind/contract/site/member/topic.fields'
import { topicPolicy } from '@tradewind/contract/site/policies'
import { useParams } from 'react-router'
import { useRecord } from '#kit/api/records'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { ChoiceInput } from '#ui/entity/useFieldForm'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { DateInput } from '#ui/form/DateInput'
import { type FieldProps, RecordForm } from '#ui/form/FormPage'
import { SearchSelect } from '#ui/form/SearchSelect'
import { Card } from '#ui/page/Card'
import { PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'

export const handle = { name: phrase('Decide on a topic') }
export const clientLoader = guard({ rules: topicPolicy.update })

/** Administrators plan a topic, link the content that was published on it, or decline it with a reason. */
export default function TopicEdit() {
  const t = useText()
  const { uniqueId } = useParams()
  const read = useRecord('topic', uniqueId, { toChange: true })
  const list = { text: t('Topics'), path: 'topic/list' }
  const topicCrumb = read.data && { text: read.data.title, path: `topic/show/${read.data.uniqueId}` }
  return (
    <Stack>
      <PageHeader title={t('Decide on a topic')} trail={topicCrumb ? [list, topicCrumb] : [list]} />
      <QueryContent of={read} height={420}>
        {(topic) => <DecisionForm key={topic.uniqueId} topic={topic} />}
      </QueryContent>
    </Stack>
  )
}

type LinkedContent = Pick<NonNullable<Topic['content']>, 'uniqueId' | 'title'> | null
const noContent = null as LinkedContent

/** Omits values that were typed for a status that is no longer selected. */
const fieldsOfState = (state: TopicState, fields: object) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([field]) => !(field in stateOfField) || stateOfField[field as keyof typeof stateOfField] === state,
    ),
  )

const DecisionForm = ({ topic }: { topic: Topic }) => {
  const t = useText()
  const { labels } = useFields(topicFields)
  const { show } = useFieldFormatter(topicFields)
  return (
    <Stack maw={720}>
      <Card
        title={topic.title}
        description={[topic.proposedBy, t('{count} vote|{count} votes', { count: topic.votes })].filter(Boolean).join(' · ')}
      >
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{topic.text}</Text>
      </Card>
      <RecordForm
        kind="topic"
        record={topic}
        empty={{ state: '', plannedFor: '', content: noContent, reason: '' }}
        labels={{ state: labels.state, plannedFor: labels.plannedFor, content: labels.content, reason: labels.reason }}
        required={['state']}
        show={show}
        redirectTo={({ uniqueId }) => `topic/show/${uniqueId}`}
        sent={({ content, ...fields }, { state }) =>
          fieldsOfState(state as TopicState, { ...fields, ...(content !== undefined && { content: content?.uniqueId ?? null }) })
        }
      >
        {(field) => (
          <>
            <ChoiceInput {...field('state')} choices={topicFields.state.choices} maw={260} />
            <StateFields state={field('state').value as TopicState} field={field} />
          </>
        )}
      </RecordForm>
    </Stack>
  )
}

interface StateFieldsProps {
  state: TopicState
  field: (name: 'plannedFor' | 'content' | 'reason') => FieldProps
}

/** The fields of each status. */
const StateFields = ({ state, field }: StateFieldsProps) => {
  const t = useText()
  if (state === 'PLANNED') return <DateInput {...field('plannedFor')} maw={220} />
  if (state === 'PUBLISHED') return <ContentSelect {...field('content')} required />
  if (state === 'DECLINED')
    return (
      <Textarea
        {...field('reason')}
        required
        description={t('Members read it.')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={1000}
      />
    )
  return null
}

/** Selects published content, found by any word of it. */
const ContentSelect = ({ value, onChange, ...field }: FieldProps) => {
  const content = value as LinkedContent
  return (
    <SearchSelect
      {...field}
      route="GET /api/content/"
      query={{ sort: '-shownFrom', bodies: false }}
      nameOf={({ title }) => title}
      value={content?.uniqueId ?? null}
      selectedName={content?.title}
      onChoose={(found) => onChange(found && { uniqueId: found.uniqueId, title: found.title })}
    />
  )
}
