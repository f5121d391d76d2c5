import { Button } from '@mantine/core'
import { IconExternalLink, IconEyeOff, IconSend, IconWorldUpload } from '@tabler/icons-react'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { contentPolicy } from '@tradewind/contract/site/content.policy'
import { can } from '@tradewind/contract/kit/policy'
import { Link } from 'react-router'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { isShown } from '../content.words.ts'
import { useStanding } from './useStanding.ts'

/** The page that everybody sees, where there is one. */
export const PageLink = ({ content }: { content: StaffContent }) => {
  const t = useText()
  if (!isShown(content)) return null
  return (
    <Button
      component={Link}
      to={`/blog/${content.slug}`}
      variant="default"
      leftSection={<IconExternalLink size={16} aria-hidden />}
    >
      {t('View page')}
    </Button>
  )
}

/** What is published can be taken back, and a draft published, or handed in by who may not publish. What is in review waits. */
export const Standing = ({ content }: { content: StaffContent }) => {
  const t = useText()
  const actor = useActor()
  const { put, isPending } = useStanding(content)
  if (!can(actor, contentPolicy.update, content) || content.status === 'IN_REVIEW') return null
  const common = { variant: 'default', loading: isPending } as const
  if (content.status === 'PUBLISHED')
    return (
      <Button {...common} onClick={() => void put('DRAFT')} leftSection={<IconEyeOff size={16} aria-hidden />}>
        {t('Unpublish')}
      </Button>
    )
  if (!can(actor, contentPolicy.approve))
    return (
      <Button {...common} onClick={() => void put('IN_REVIEW')} leftSection={<IconSend size={16} aria-hidden />}>
        {t('Hand in for review')}
      </Button>
    )
  return (
    <Button {...common} onClick={() => void put('PUBLISHED')} leftSection={<IconWorldUpload size={16} aria-hidden />}>
      {t('Publish')}
    </Button>
  )
}
