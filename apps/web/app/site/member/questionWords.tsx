import { IconAlertTriangle, IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Question } from '@tradewind/contract/site/member/question.contract'
import { questionStateNames } from '@tradewind/contract/site/member/question.fields'
import { useText } from '#kit/text'
import { Badge } from '#ui/values/Badge'

const stateBadges = {
  OPEN: { icon: IconCircle, color: 'ink', text: questionStateNames.OPEN },
  ANSWERED: { icon: IconCircleCheck, color: 'green', text: questionStateNames.ANSWERED },
  OVERDUE: { icon: IconAlertTriangle, color: 'red', text: phrase('Overdue') },
} as const

/** Open, answered or overdue, as a word, an icon and a colour. */
export const QuestionBadge = ({ state, isOverdue }: Pick<Question, 'state' | 'isOverdue'>) => {
  const t = useText()
  const { icon: Sign, color, text } = stateBadges[isOverdue ? 'OVERDUE' : state]
  return (
    <Badge color={color} icon={<Sign size={14} aria-hidden />}>
      {t(text)}
    </Badge>
  )
}

export const nameOf = ({ title }: Pick<Question, 'title'>) => title
