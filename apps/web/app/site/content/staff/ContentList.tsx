import { IconArticle, IconExternalLink } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { contentBulkFields, contentFields } from '@tradewind/contract/site/content.fields'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { Link } from 'react-router'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import type { RecordOf } from '#kit/api/calls'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { choiceLabel } from '#ui/entity/words'
import { Menu } from '#ui/page/floating'
import { ViewedList } from '#ui/view/ViewedList'
import { isPublic, Monetization, shortenTitle, StatusBadge, toStaffContent } from './contentWords.tsx'

export const handle = { name: phrase('Content') }
export const clientLoader = guard({ rules: contentPolicy.see })

type Row = RecordOf<'content'>

const renderers = {
  title: ({ title }: Row) => shortenTitle(title),
  subscription: (content: Row) => <Monetization {...content} />,
  status: (content: Row) => <StatusBadge {...content} />,
}

/** The title for the tooltip, if the list shows it shortened. */
const fullTextOf = ({ title }: Row) => (shortenTitle(title) === title ? undefined : title)

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

const nameOf = ({ title }: Row) => title
const bulkActions = bulkActionsFor<Row>({ kind: 'content', policy: contentPolicy, nameOf, fields: contentBulkFields })

const rowMenu = (content: Row) => <PublicPageLink content={content} />

export default function ContentList() {
  const t = useText()
  const { columns, labels } = useFields(contentFields)
  const [title, ...others] = columns<Row>({
    ...renderers,
    createdBy: (content) => toStaffContent(content).createdByName ?? t('N/A'),
  })
  const choiceFilter = (field: 'contentType' | 'category' | 'status' | 'subscription') => {
    const spec = contentFields[field]
    return {
      label: labels[field],
      choices: Object.keys(spec.choices).map((value) => ({ value, label: choiceLabel(spec, value, t) })),
    }
  }
  return (
    <ViewedList
      kind="content"
      title={t('Content')}
      policy={contentPolicy}
      columns={[{ ...title!, fullTextOf }, ...others]}
      fields={contentFields}
      nameOf={nameOf}
      bulkActions={bulkActions}
      filters={{
        contentType: choiceFilter('contentType'),
        category: choiceFilter('category'),
        status: choiceFilter('status'),
        subscription: choiceFilter('subscription'),
      }}
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
