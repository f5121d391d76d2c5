import { Button } from '@mantine/core'
import { IconEdit, IconEye, IconMessageQuestion } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { plans } from '@tradewind/contract/plan'
import { isStaff } from '@tradewind/contract/roles'
import type { Question } from '@tradewind/contract/site/member/question.contract'
import { questionFields } from '@tradewind/contract/site/member/question.fields'
import { questionPolicy } from '@tradewind/contract/site/policies'
import { Link } from 'react-router'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { Menu } from '#ui/page/floating'
import { RowMenu } from '#ui/record/RowMenu'
import { redirectFormerFilters } from '#ui/view/formerFilters'
import { ViewedList } from '#ui/view/ViewedList'
import { nameOf, QuestionBadge } from './questionWords.tsx'
import { PlansButton, RemainingQuota } from './RemainingQuota.tsx'

export const handle = { name: phrase('Questions') }

const formerFilters = {
  title: (text: string) => `title:contains:${text}`,
  state: (state: string) => `state:is:${state}`,
}

const checkAccess = guard({ rules: questionPolicy.see })
export const clientLoader = (visit: { request: Request }) => checkAccess(visit) ?? redirectFormerFilters(visit, formerFilters)

/** The fields of a member's own questions. */
const { member: _, ...ownFields } = questionFields

const renderers = {
  state: (question: Question) => <QuestionBadge {...question} />,
  assignedUser: ({ assignedUser }: Question) => assignedUser?.fullName ?? null,
}

/** Written questions: a member's own with the remaining number of the plan, or all that staff may answer. */
export default function QuestionList() {
  const t = useText()
  const actor = useActor()
  const staff = isStaff(actor)
  const { columns } = useFields(questionFields)
  return (
    <ViewedList
      kind="question"
      title={t('Questions')}
      policy={questionPolicy}
      columns={columns(renderers).filter(({ field }) => staff || (field as string) !== 'member')}
      fields={staff ? questionFields : ownFields}
      nameOf={nameOf}
      filters={{}}
      sort="-dateCreated"
      createText={t('Ask a question')}
      actions={staff ? <UrgentFirstLink /> : can(actor, questionPolicy.create) && <RemainingQuestions />}
      menuOf={menuOf}
      empty={{
        icon: IconMessageQuestion,
        title: t('No questions yet'),
        text: useEmptyText(),
        children: !staff && !can(actor, questionPolicy.create) && <PlansButton />,
      }}
    />
  )
}

/** What the empty list says to staff, to members who may ask, and to members of a smaller plan. */
const useEmptyText = () => {
  const t = useText()
  const actor = useActor()
  if (isStaff(actor))
    return t('Written questions of members arrive here. Each is assigned to one of the staff, with a day by which to answer it.')
  if (can(actor, questionPolicy.create))
    return t('Ask our consultants what you want to know about your next market. The answer comes here, and by email.')
  const { name } = plans.find(({ questions }) => questions > 0)!
  return t('Written questions are included in the plan {plan} and above.', { plan: t(name) })
}

const RemainingQuestions = () => <RemainingQuota quota={useCall('GET /api/question/remaining', {}).data} />

/** A link to the unanswered questions, most urgent first. */
const UrgentFirstLink = () => {
  const t = useText()
  const at = useArea()
  return (
    <Button component={Link} to={at('question/list?sort=dueDate&where=state:is:OPEN')} variant="default">
      {t('Open questions by day')}
    </Button>
  )
}

const menuOf = (question: Question) => <QuestionMenu question={question} />

const QuestionMenu = ({ question }: { question: Question }) => {
  const t = useText()
  const at = useArea()
  // The policy expects the assigned user's id.
  const mayAnswer = can(useActor(), questionPolicy.update, { ...question, assignedUser: question.assignedUser?.uniqueId })
  return (
    <RowMenu name={question.title}>
      <Menu.Item component={Link} to={at(`question/show/${question.uniqueId}`)} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      {mayAnswer && (
        <Menu.Item
          component={Link}
          to={at(`question/edit/${question.uniqueId}`)}
          leftSection={<IconEdit size={16} aria-hidden />}
        >
          {question.state === 'OPEN' ? t('Assign or answer') : t('Edit')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}
