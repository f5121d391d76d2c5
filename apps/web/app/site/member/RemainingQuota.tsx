import { Button } from '@mantine/core'
import type { Quota } from '@tradewind/contract/site/member/question.contract'
import { useText } from '#kit/text'
import { Badge } from '#ui/values/Badge'

/** The remaining number of the plan this month, next to the button that uses it. */
export const RemainingQuota = ({ quota }: { quota: Quota | undefined }) => {
  const t = useText()
  if (!quota) return null
  const words =
    quota.left === null || quota.most === null
      ? t('As many as you like')
      : t('{left} of {most} left this month', { left: quota.left, most: quota.most })
  return (
    <Badge size="lg" color={quota.left === 0 ? 'gray' : 'green'}>
      {words}
    </Badge>
  )
}

/** Leads members of a smaller plan to the plans that include what is not here. */
export const PlansButton = () => {
  const t = useText()
  return (
    <Button variant="default" component="a" href="/pricing">
      {t('See the plans')}
    </Button>
  )
}
