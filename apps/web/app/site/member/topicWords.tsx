import { Button, Text } from '@mantine/core'
import { IconBulb, IconCalendarEvent, IconCircleCheck, IconCircleX, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { can } from '@tradewind/contract/kit/policy'
import type { Topic } from '@tradewind/contract/site/member/topic.contract'
import { isVotedOn, topicStateNames } from '@tradewind/contract/site/member/topic.fields'
import { topicPolicy } from '@tradewind/contract/site/policies'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { Badge } from '#ui/values/Badge'

const stateBadges = {
  PROPOSED: { icon: IconBulb, color: 'ink' },
  PLANNED: { icon: IconCalendarEvent, color: 'signal' },
  PUBLISHED: { icon: IconCircleCheck, color: 'green' },
  DECLINED: { icon: IconCircleX, color: 'gray' },
} as const

/** The status of a topic, as a word, an icon and a colour. */
export const TopicBadge = ({ state }: Pick<Topic, 'state'>) => {
  const t = useText()
  const { icon: Sign, color } = stateBadges[state]
  return (
    <Badge color={color} icon={<Sign size={14} aria-hidden />}>
      {t(topicStateNames[state])}
    </Badge>
  )
}

export const nameOf = ({ title }: Pick<Topic, 'title'>) => title

/** The number of a topic's votes; for members the button that adds or removes their vote. */
export const Votes = ({ topic }: { topic: Topic }) => {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const { mutateAsync, isPending } = useSend('PATCH /api/topic/vote/:uniqueId')
  const mayVote = can(useActor(), topicPolicy.vote) && isVotedOn(topic.state)
  if (!mayVote)
    return (
      <Text span inherit>
        {t('{count} vote|{count} votes', { count: topic.votes })}
      </Text>
    )
  const vote = () =>
    mutateAsync({ uniqueId: topic.uniqueId, vote: !topic.isVoted }).catch((error: unknown) => {
      toast.failure(failureOf(error))
      void client.invalidateQueries({ queryKey: ['topic'] }) // it may have been decided meanwhile
    })
  const Sign = topic.isVoted ? IconThumbUpFilled : IconThumbUp
  return (
    <Button
      size="compact-sm"
      variant={topic.isVoted ? 'light' : 'default'}
      aria-pressed={topic.isVoted}
      loading={isPending}
      leftSection={<Sign size={16} aria-hidden />}
      onClick={() => void vote()}
      aria-label={t('Vote for {name}, {count} vote|Vote for {name}, {count} votes', { name: topic.title, count: topic.votes })}
    >
      {topic.votes}
    </Button>
  )
}
