import { IconArticle, IconExternalLink } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { subscriptions } from '@tradewind/contract/site/content.constants'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { Link } from 'react-router'
import type { RecordOf } from '#kit/api/calls'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import { categoryNames, subscriptionNames, typeNames } from '#site/content/open/PostBody'
import type { ColumnOf } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { Menu } from '#ui/page/floating'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import {
  categoryOptions,
  formatOptions,
  isPublic,
  labelsIn,
  Monetization,
  shortenTitle,
  StatusBadge,
  statusOptions,
  toStaffContent,
} from './contentWords.tsx'

export const handle = { name: phrase('Content') }
export const clientLoader = guard({ rules: contentPolicy.see })

type Row = RecordOf<'content'>

const columnsIn = (t: Translate): ColumnOf<'content'>[] => {
  const labels = labelsIn(t)
  return [
    {
      field: 'title',
      head: labels.title,
      show: ({ title }) => shortenTitle(title),
      fullTextOf: ({ title }) => (shortenTitle(title) === title ? undefined : title),
      sorts: true,
    },
    { field: 'contentType', head: labels.contentType, show: ({ contentType }) => t(typeNames[contentType]), width: '7%' },
    {
      field: 'category',
      head: labels.category,
      show: ({ category }) => <Clip>{t(categoryNames[category])}</Clip>,
      width: '14%',
    },
    { field: 'isPaidContent', head: labels.isPaidContent, show: (content) => <Monetization {...content} />, width: '11%' },
    { field: 'status', head: labels.status, show: (content) => <StatusBadge {...content} />, width: '13%' },
    { field: 'shownFrom', head: labels.publishAt, show: ({ shownFrom }) => <Day at={shownFrom} />, sorts: true, width: '11%' },
    { field: 'userCompanyName', head: t('Writer'), show: (content) => <Clip>{authorOf(content, t)}</Clip>, width: '12%' },
  ]
}

const authorOf = (content: Row, t: Translate) => toStaffContent(content).createdByName ?? t('N/A')

const filtersIn = (t: Translate) => {
  const labels = labelsIn(t)
  const paid = subscriptions.map((value) => ({ value, label: t(subscriptionNames[value]) }))
  return {
    q: t('Search'),
    contentType: {
      label: labels.contentType,
      choices: formatOptions(t).map(({ value }) => ({ value, label: t(typeNames[value]) })),
    },
    category: { label: labels.category, choices: categoryOptions(t) },
    status: { label: labels.status, choices: statusOptions(t) },
    subscription: { label: t('Subscription'), choices: paid },
  }
}

/** A link to the public page of content that is published. */
const PublicPageLink = ({ content }: { content: Row }) => {
  const t = useText()
  if (!isPublic(content)) return null
  return (
    <Menu.Item component={Link} to={`/blog/${content.slug}`} leftSection={<IconExternalLink size={16} aria-hidden />}>
      {t('View page')}
    </Menu.Item>
  )
}

const rowMenu = (content: Row) => <PublicPageLink content={content} />

export default function ContentList() {
  const t = useText()
  return (
    <ListPage
      kind="content"
      title={t('Content')}
      policy={contentPolicy}
      columns={columnsIn(t)}
      nameOf={({ title }) => title}
      filters={filtersIn(t)}
      fixedInput={{ status: 'ALL', bodies: 'false' }}
      sort="-shownFrom"
      createText={t('New content')}
      rowMenu={rowMenu}
      empty={{
        icon: IconArticle,
        title: t('No content yet'),
        text: t('What you write here becomes the knowledge centre: articles, audio and video, free or for subscribers.'),
      }}
    />
  )
}
