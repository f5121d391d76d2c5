import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconChecklist, IconEye } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { categoryNames, contentTypeNames } from '@tradewind/contract/site/content.constants'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { useState } from 'react'
import { Link } from 'react-router'
import { useList } from '#kit/api/query'
import { useRecord } from '#kit/api/records'
import { pathOf, useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { PostBody } from '#site/content/open/PostBody'
import { ListSkeleton } from '#ui/list/Paged'
import { More } from '#ui/list/Pager'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState, ErrorState } from '#ui/page/states'
import { Panel } from '#ui/record/DetailPage'
import { Day } from '#ui/values/Day'
import { VerdictButtons } from './Approval.tsx'
import { Monetization, toStaffContent } from './contentWords.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'

export const handle = { name: phrase('Approve content') }
export const clientLoader = guard({ rules: contentPolicy.approve })

const PAGE_STEP = 20

/** The content that waits for a decision, oldest first. */
export default function ContentApprove() {
  const t = useText()
  const [size, setSize] = useState(PAGE_STEP)
  const input = { status: 'IN_REVIEW', bodies: 'false', sort: 'dateCreated', page: 0, size } as const
  const { data, error, refetch } = useList('GET /api/content/', input)
  return (
    <Stack>
      <PageHeader
        title={t('Approve content')}
        count={data?.total}
        trail={[{ text: t('Content'), path: pathOf('content', 'list') }]}
      />
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton />}
      {data?.total === 0 && (
        <EmptyState
          icon={IconChecklist}
          title={t('Nothing is waiting for review')}
          text={t('Content that admins have submitted, until you publish it or send it back.')}
        />
      )}
      {data?.rows.map((content) => (
        <WaitingContent key={content.uniqueId} content={toStaffContent(content)} />
      ))}
      <More list={data} onMore={() => setSize(size + PAGE_STEP)} />
    </Stack>
  )
}

const WaitingContent = ({ content }: { content: StaffContent }) => {
  const t = useText()
  const at = useArea()
  const { uniqueId, title, excerpt, contentType, category, dateCreated, createdByName } = content
  return (
    <Panel>
      <Stack gap="xs" component="section" aria-label={title}>
        <Anchor component={Link} to={at(pathOf('content', `show/${uniqueId}`))} prefetch="intent" fw={600} fz="lg">
          {title}
        </Anchor>
        <Group gap="sm">
          <Monetization {...content} />
          <Text size="sm" c="dimmed">
            {[t(contentTypeNames[contentType]), t(categoryNames[category]), createdByName].filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm" c="dimmed">
            <Day at={dateCreated} />
          </Text>
        </Group>
        {excerpt && (
          <Text size="sm" maw="72ch">
            {excerpt}
          </Text>
        )}
        <Group justify="space-between" mt="xs">
          <Preview uniqueId={uniqueId} title={title} />
          <VerdictButtons content={content} />
        </Group>
      </Stack>
    </Panel>
  )
}

const Preview = ({ uniqueId, title }: Pick<StaffContent, 'uniqueId' | 'title'>) => {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const { data } = useRecord('content', opened ? uniqueId : undefined)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        aria-label={`${t('Preview')}: ${title}`}
        onClick={() => setOpened(true)}
      >
        {t('Preview')}
      </Button>
      <PreviewDialog opened={opened} title={title} onClose={() => setOpened(false)}>
        {data ? <PostBody content={data} /> : <Skeleton height={240} />}
      </PreviewDialog>
    </>
  )
}
