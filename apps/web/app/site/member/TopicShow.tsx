import { Anchor, Button, Text } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { isStaff } from '@tradewind/contract/roles'
import type { Topic } from '@tradewind/contract/site/member/topic.contract'
import { stateOfField, topicFields } from '@tradewind/contract/site/member/topic.fields'
import { topicPolicy } from '@tradewind/contract/site/policies'
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
import { nameOf, TopicBadge, Votes } from './topicWords.tsx'

export const handle = { name: phrase('Topic') }
export const clientLoader = guard({ rules: topicPolicy.see })

/** A topic, its number of votes, and its outcome. */
export default function TopicShow() {
  const t = useText()
  return (
    <DetailPage kind="topic" policy={topicPolicy} listTitle={t('Topics')} nameOf={nameOf} actions={actionsOf}>
      {(topic) => (
        <>
          <Card title={t('What members want to know')}>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} maw="72ch">
              {topic.text}
            </Text>
          </Card>
          <Panel>
            <TopicFacts topic={topic} />
          </Panel>
          <TopicHistory topic={topic} />
        </>
      )}
    </DetailPage>
  )
}

const renderers = {
  votes: (topic: Topic) => <Votes topic={topic} />,
  state: (topic: Topic) => <TopicBadge {...topic} />,
  content: ({ content }: Topic) =>
    content && (
      <Anchor component={Link} to={`/blog/${content.slug}`}>
        {content.title}
      </Anchor>
    ),
  reason: ({ reason }: Topic) => reason && <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{reason}</Text>,
}

/** The conditions of the facts that not every topic has, or that only administrators see. */
const factConditions: Partial<Record<string, (topic: Topic, staff: boolean) => boolean>> = {
  title: () => false,
  ...Object.fromEntries(Object.entries(stateOfField).map(([field, state]) => [field, (topic: Topic) => topic.state === state])),
  proposedBy: (_, staff) => staff,
}

const TopicFacts = ({ topic }: { topic: Topic }) => {
  const { facts } = useFields(topicFields)
  const staff = isStaff(useActor())
  return <Facts facts={facts(topic, renderers).filter(({ field }) => factConditions[field]?.(topic, staff) ?? true)} />
}

const TopicHistory = ({ topic }: { topic: Topic }) => {
  const words = useFieldFormatter(topicFields)
  return isStaff(useActor()) && <History kind="topic" uniqueId={topic.uniqueId} {...words} />
}

const actionsOf = (topic: Topic) => <Actions topic={topic} />

const Actions = ({ topic }: { topic: Topic }) => {
  const t = useText()
  const at = useArea()
  if (!can(useActor(), topicPolicy.update)) return null
  return (
    <Button component={Link} to={at(`topic/edit/${topic.uniqueId}`)} leftSection={<IconEdit size={16} aria-hidden />}>
      {t('Decide')}
    </Button>
  )
}
