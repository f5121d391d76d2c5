import { Alert, Anchor, Button, Group, Stack } from '@mantine/core'
import { IconExternalLink, IconEyeOff, IconMessage, IconSend, IconWorldUpload } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import { articleTypeNames, categoryNames, contentTypeNames } from '@tradewind/contract/site/content.constants'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { languageNames, languages, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { PostBody } from '#site/content/open/PostBody'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { Day } from '#ui/values/Day'
import { ApprovalButtons, PublishDialog, useStatusChange } from './Approval.tsx'
import { contentFormatter, isPublic, labelsIn, Monetization, StatusBadge, toStaffContent } from './contentWords.tsx'

export const handle = { name: phrase('Content') }
export const clientLoader = guard({ rules: contentPolicy.see })

interface ContentProps {
  content: StaffContent
}

const actionsOf = (record: object, actions: ReactNode) => {
  const content = toStaffContent(record)
  return (
    <>
      <PageLink content={content} />
      <StatusButtons content={content} />
      {actions}
    </>
  )
}

export default function ContentShow() {
  const t = useText()
  return (
    <DetailPage kind="content" policy={contentPolicy} listTitle={t('Content')} nameOf={({ title }) => title} actions={actionsOf}>
      {(record) => <ContentDetails content={toStaffContent(record)} />}
    </DetailPage>
  )
}

const ContentDetails = ({ content }: ContentProps) => {
  const t = useText()
  return (
    <>
      {content.status === 'IN_REVIEW' && <ApprovalButtons content={content} />}
      {content.reviewNote && (
        <Alert color="signal" icon={<IconMessage aria-hidden />} title={t('It was sent back with this note')}>
          {content.reviewNote}
        </Alert>
      )}
      <Panel>
        <ContentFacts content={content} />
      </Panel>
      <Panel>
        <PostBody content={content} />
      </Panel>
      <ContentHistory content={content} />
    </>
  )
}

const ContentFacts = ({ content }: ContentProps) => {
  const t = useText()
  const labels = labelsIn(t)
  return (
    <Facts
      facts={[
        {
          label: labels.status,
          value: (
            <Group gap={4}>
              <StatusBadge {...content} />
            </Group>
          ),
        },
        {
          label: !content.shownFrom && content.publishAt ? t('Publish time') : labels.publishAt,
          value: <Day at={content.shownFrom ?? content.publishAt} precise />,
        },
        { label: labels.contentType, value: t(contentTypeNames[content.contentType]) },
        { label: labels.isPaidContent, value: <Monetization {...content} /> },
        { label: labels.language, value: languageNames[content.language] },
        { label: t('Other languages'), value: <Versions of={content} /> },
        { label: labels.category, value: t(categoryNames[content.category]) },
        { label: labels.articleTypes, value: content.articleTypes.map((type) => t(articleTypeNames[type])).join(', ') },
        { label: t('Writer'), value: content.createdByName },
        { label: t('Address'), value: `/blog/${content.slug}` },
        { label: t('Date Created'), value: <Day at={content.dateCreated} precise /> },
      ]}
    />
  )
}

/** The other language versions, published or not, and the languages into which it can be translated. */
const Versions = ({ of: content }: { of: StaffContent }) => {
  const t = useText()
  const at = useArea()
  const { translations } = content
  return (
    <Stack gap={4}>
      {translations.length === 0 && <span>{t('None')}</span>}
      {translations.map(({ uniqueId, title, language }) => (
        <span key={uniqueId}>
          {languageNames[language]}:{' '}
          <Anchor component={Link} to={at(`content/show/${uniqueId}`)} lang={language}>
            {title}
          </Anchor>
        </span>
      ))}
      <MissingLanguages of={content} />
    </Stack>
  )
}

const MissingLanguages = ({ of: { uniqueId, language, translations } }: { of: StaffContent }) => {
  const t = useText()
  const at = useArea()
  const mayCreate = can(useActor(), contentPolicy.create)
  const existing = new Set([language, ...translations.map((version) => version.language)])
  const missing = languages.filter((code) => !existing.has(code))
  if (missing.length === 0 || !mayCreate) return null
  return (
    <Group gap="xs">
      <span>{t('Translate into')}</span>
      {missing.map((code) => (
        <Anchor key={code} component={Link} to={at(`content/create?translate=${uniqueId}&language=${code}`)} lang={code}>
          {languageNames[code]}
        </Anchor>
      ))}
    </Group>
  )
}

/** The history, for those who may edit the content. */
const ContentHistory = ({ content }: ContentProps) => {
  const t = useText()
  const zone = useZone()
  if (!can(useActor(), historyOf(contentPolicy), content)) return null
  return <History kind="content" uniqueId={content.uniqueId} labels={labelsIn(t)} show={contentFormatter(t, zone)} />
}

/** A link to the public page, if there is one. */
const PageLink = ({ content }: { content: StaffContent }) => {
  const t = useText()
  if (!isPublic(content)) return null
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

/** Published content can be withdrawn. A draft can be published, or submitted for review by a user who may not publish. In review, nothing. */
const StatusButtons = ({ content }: { content: StaffContent }) => {
  const t = useText()
  const actor = useActor()
  const { put, isPending } = useStatusChange(content)
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
        {t('Submit for review')}
      </Button>
    )
  return <PublishButton content={content} />
}

/** Publishes a draft immediately. If a publish time ahead was set for it, asks for the time first: otherwise it would not be shown yet. */
const PublishButton = ({ content }: ContentProps) => {
  const t = useText()
  const { put, isPending } = useStatusChange(content)
  const [asksForTime, setAsksForTime] = useState(false)
  const { publishAt } = content
  const publish = () => (publishAt && Date.parse(publishAt) > Date.now() ? setAsksForTime(true) : void put('PUBLISHED'))
  return (
    <>
      <Button variant="default" loading={isPending} onClick={publish} leftSection={<IconWorldUpload size={16} aria-hidden />}>
        {t('Publish')}
      </Button>
      <PublishDialog
        content={content}
        opened={asksForTime}
        onClose={() => setAsksForTime(false)}
        title={t('Publish')}
        publish={(chosen) => put('PUBLISHED', { publishAt: chosen })}
        isPending={isPending}
      />
    </>
  )
}
