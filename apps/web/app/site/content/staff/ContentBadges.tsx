import { Badge, Group } from '@mantine/core'
import { accessOf } from '@tradewind/contract/plan'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import type { ContentStatus } from '@tradewind/contract/site/content.words'
import { useText } from '#kit/text'
import { statusNames } from './content.words.ts'

/** Whether it is paid, and whether it is for training. */
export const Monetization = (content: Pick<StaffContent, 'isPaidContent' | 'articleTypes'>) => {
  const t = useText()
  return (
    <Group gap={4}>
      <Badge variant={content.isPaidContent ? 'light' : 'default'}>{content.isPaidContent ? t('PAID') : t('FREE')}</Badge>
      {accessOf(content) === 'TRAINING' && <Badge variant="default">{t('Training')}</Badge>}
    </Group>
  )
}

const colors: Readonly<Record<ContentStatus, string>> = { DRAFT: 'gray', IN_REVIEW: 'signal', PUBLISHED: 'green' }

export const StatusBadge = ({ status }: Pick<StaffContent, 'status'>) => {
  const t = useText()
  return (
    <Badge variant="light" color={colors[status]}>
      {t(statusNames[status])}
    </Badge>
  )
}
