import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconCircle, IconCircleCheck } from '@tabler/icons-react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { taskStateNames } from '@tradewind/contract/crm/nextSteps.fields'
import { phrase, useText } from '#kit/text'

const signs = {
  OPEN: { icon: IconCircle, color: 'ink', text: taskStateNames.OPEN },
  CLOSED: { icon: IconCircleCheck, color: 'green', text: taskStateNames.CLOSED },
  OVERDUE: { icon: IconAlertTriangle, color: 'red', text: phrase('Overdue') },
} as const

/** Open, closed or overdue, as a word, a sign and a colour. */
export const StatusBadge = ({ nextStepsStatus, isOverdue }: Pick<NextStep, 'nextStepsStatus' | 'isOverdue'>) => {
  const t = useText()
  const { icon: Sign, color, text } = signs[isOverdue ? 'OVERDUE' : nextStepsStatus]
  return (
    <Badge color={color} leftSection={<Sign size={14} aria-hidden />}>
      {t(text)}
    </Badge>
  )
}
