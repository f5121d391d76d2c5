import { phrase } from '@tradewind/contract/kit/phrase'
import { accessOf } from '@tradewind/contract/plan'
import {
  articleTypeNames,
  articleTypes,
  categoryNames,
  contentCategories,
  contentStatuses,
  contentStatusNames,
  type ContentType,
  contentTypes,
} from '@tradewind/contract/site/content.constants'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import { languageNames, type Translate, useText } from '#kit/text'
import { shortenTo } from '#site/textFormat'
import { formatValue } from '#ui/entity/words'
import { toInstant } from '#ui/form/moment'
import { Badge, Badges } from '#ui/values/Badge'
import { formatMoment } from '#ui/values/dates'

/** The labels of the types in the form. */
export const formatNames: Readonly<Record<ContentType, string>> = {
  TEXT: phrase('Text'),
  VIDEO: phrase('Spotify Link'),
  AUDIO: phrase('Youtube Media'),
}

/** Casts a record of a list or call to what authors get: only they open these screens. */
export const toStaffContent = (record: object) => record as StaffContent

/** The labels of the fields, in forms, details and history. */
export const labelsIn = (t: Translate) => ({
  contentType: t('Type'),
  title: t('Title@@heading'),
  language: t('Language'),
  translationOf: t('Translation of'),
  category: t('Category'),
  articleTypes: t('Sub-categories'),
  content: t('Content'),
  seoText: t('Description'),
  isPaidContent: t('Monetization'),
  status: t('Status'),
  publishAt: t('Shown from'),
})

/** Shortens a title for lists: 90 characters at most. */
export const shortenTitle = (title: string) => shortenTo(90, title)

/** Whether it is on its public page now: published, and its publication time has passed. */
export const isPublic = ({ status, shownFrom }: Pick<StaffContent, 'status' | 'shownFrom'>, now = Date.now()) =>
  status === 'PUBLISHED' && shownFrom !== null && Date.parse(shownFrom) <= now

const isString = (value: unknown): value is string => typeof value === 'string'

const labelFormatter =
  (names: Readonly<Record<string, string>>) =>
  (value: unknown, t: Translate): string | undefined => {
    const name = isString(value) ? names[value] : undefined
    return name && t(name)
  }

const formatArticleType = labelFormatter(articleTypeNames)
const formatArticleTypes = (t: Translate, value: unknown) =>
  formatValue(Array.isArray(value) ? value.map((type) => formatArticleType(type, t)) : value)

/** The title of a referenced record in the form's values; the audit trail has only its id. */
const titleOf = (value: unknown) => (value as { title?: string } | null)?.title

/** The fields whose values need formatting. */
const fieldFormatters: Readonly<Record<string, (value: unknown, t: Translate, zone: string) => string | null | undefined>> = {
  contentType: labelFormatter(formatNames),
  category: labelFormatter(categoryNames),
  status: labelFormatter(contentStatusNames),
  language: labelFormatter(languageNames),
  translationOf: (value, t) => titleOf(value) ?? (value ? t('Another article') : null),
  isPaidContent: (value, t) => (value ? t('PAID') : t('FREE')),
  articleTypes: (value, t) => formatArticleTypes(t, value),
  publishAt: (value, _, zone) => (isString(value) ? formatMoment(toInstant(value, zone), zone) : null),
  content: (value) => excerptOf(value),
  seoText: (value) => excerptOf(value),
}

/** Formats a field's value, with times in a time zone. */
export const contentFormatter =
  (t: Translate, zone: string) =>
  (field: string, value: unknown): string =>
    fieldFormatters[field]?.(value, t, zone) || formatValue(value)

/** The first words of markup; a picture is replaced with a placeholder. */
const excerptOf = (markup: unknown) => {
  const words = (typeof markup === 'string' ? markup : '')
    .replace(/<img\b[^>]*>/g, ' ▣ ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return formatValue(shortenTo(240, words))
}

const optionsOf = <T extends string>(t: Translate, words: readonly T[], names: Readonly<Record<T, string>>) =>
  words.map((value) => ({ value, label: t(names[value]) }))

export const formatOptions = (t: Translate) => optionsOf(t, contentTypes, formatNames)
export const categoryOptions = (t: Translate) => optionsOf(t, contentCategories, categoryNames)
export const articleTypeOptions = (t: Translate) => optionsOf(t, articleTypes, articleTypeNames)
export const statusOptions = (t: Translate) => optionsOf(t, contentStatuses, contentStatusNames)

/** Whether the content is paid, and whether it is for training. */
export const Monetization = (content: Pick<StaffContent, 'isPaidContent' | 'articleTypes'>) => {
  const t = useText()
  return (
    <Badges>
      <Badge variant={content.isPaidContent ? 'light' : 'outline'}>{content.isPaidContent ? t('PAID') : t('FREE')}</Badge>
      {accessOf(content) === 'TRAINING' && <Badge variant="outline">{t('Training')}</Badge>}
    </Badges>
  )
}

const states = { ...contentStatusNames, SCHEDULED: phrase('Scheduled') }
const colors = { DRAFT: 'gray', IN_REVIEW: 'signal', PUBLISHED: 'green', SCHEDULED: 'ink' } as const

/** The status that people read: what is published is scheduled until its publication time. */
export const stateOf = (content: Pick<StaffContent, 'status' | 'shownFrom'>, now = Date.now()): keyof typeof states =>
  content.status === 'PUBLISHED' && !isPublic(content, now) ? 'SCHEDULED' : content.status

export const StatusBadge = (content: Pick<StaffContent, 'status' | 'shownFrom'>) => {
  const t = useText()
  const state = stateOf(content)
  return <Badge color={colors[state]}>{t(states[state])}</Badge>
}
