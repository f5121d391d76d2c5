import { accessOf } from '@tradewind/contract/plan'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import type { ContentStatus } from '@tradewind/contract/site/content.words'
import { useText } from '#kit/text'
import { Badge, type BadgeColor, Badges } from '#ui/values/Badge'
import { statusNames } from './content.words.ts'

/** Whether it is paid, and whether it is for training. */
export const Monetization = (content: Pick<StaffContent, 'isPaidContent' | 'articleTypes'>) => {
  const t = useText()
  return (
    <Badges>
      <Badge variant={content.isPaidContent ? 'light' : 'outline'}>{content.isPaidContent ? t('PAID') : t('FREE')}</Badge>
      {accessOf(content) === 'TRAINING' && <Badge variant="outline">{t('Training')}</Badge>}
    </Badges>
  )
}

const colors: Readonly<Record<ContentStatus, BadgeColor>> = { DRAFT: 'gray', IN_REVIEW: 'signal', PUBLISHED: 'green' }

export const StatusBadge = ({ status }: Pick<StaffContent, 'status'>) => {
  const t = useText()
  return <Badge color={colors[status]}>{t(statusNames[status])}</Badge>
}
