import { IconBulb, IconEdit, IconEye } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { isStaff } from '@tradewind/contract/roles'
import type { Topic } from '@tradewind/contract/site/member/topic.contract'
import { topicFields } from '@tradewind/contract/site/member/topic.fields'
import { topicPolicy } from '@tradewind/contract/site/policies'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { Menu } from '#ui/page/floating'
import { RowMenu } from '#ui/record/RowMenu'
import { redirectFormerFilters } from '#ui/view/formerFilters'
import { ViewedList } from '#ui/view/ViewedList'
import { nameOf, TopicBadge, Votes } from './topicWords.tsx'

export const handle = { name: phrase('Topics') }

const formerFilters = {
  title: (text: string) => `title:contains:${text}`,
  state: (state: string) => `state:is:${state}`,
}

const checkAccess = guard({ rules: topicPolicy.see })
export const clientLoader = (visit: { request: Request }) => checkAccess(visit) ?? redirectFormerFilters(visit, formerFilters)

const renderers = {
  votes: (topic: Topic) => <Votes topic={topic} />,
  state: (topic: Topic) => <TopicBadge {...topic} />,
}

/** Topics that members want to read about, most wanted first. */
export default function TopicList() {
  const t = useText()
  const staff = isStaff(useActor())
  const { columns } = useFields(topicFields)
  return (
    <ViewedList
      kind="topic"
      title={t('Topics')}
      policy={topicPolicy}
      columns={columns(renderers).filter(({ field }) => staff || (field as string) !== 'proposedBy')}
      fields={topicFields}
      nameOf={nameOf}
      filters={{}}
      sort="-votes"
      createText={t('Propose a topic')}
      menuOf={menuOf}
      empty={{
        icon: IconBulb,
        title: t('No topics yet'),
        text: staff
          ? t(
              'What members would like to read is proposed and voted on here. You decide what you write, and link what you published.',
            )
          : t('Propose what you would like to read in the knowledge centre, and vote for what others proposed.'),
      }}
    />
  )
}

const menuOf = (topic: Topic) => <TopicMenu topic={topic} />

const TopicMenu = ({ topic }: { topic: Topic }) => {
  const t = useText()
  const at = useArea()
  return (
    <RowMenu name={topic.title}>
      <Menu.Item component={Link} to={at(`topic/show/${topic.uniqueId}`)} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      {can(useActor(), topicPolicy.update) && (
        <Menu.Item component={Link} to={at(`topic/edit/${topic.uniqueId}`)} leftSection={<IconEdit size={16} aria-hidden />}>
          {t('Decide')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}
