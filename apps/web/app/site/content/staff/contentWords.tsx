import { accessOf } from '@tradewind/contract/plan'
import type { StaffContent } from '@tradewind/contract/site/content.contract'
import {
  articleTypes,
  contentCategories,
  type ContentStatus,
  contentStatuses,
  type ContentType,
  contentTypes,
} from '@tradewind/contract/site/content.words'
import { languageNames, phrase, type Say, useText } from '#kit/text'
import { articleTypeNames, categoryNames } from '#site/content/open/PostBody'
import { cutTo } from '#site/writing'
import { inWords } from '#ui/entity/words'
import { momentIn } from '#ui/form/moment'
import { Badge, Badges } from '#ui/values/Badge'
import { momentOf } from '#ui/values/dates'

export const statusNames: Readonly<Record<ContentStatus, string>> = {
  DRAFT: phrase('Draft'),
  IN_REVIEW: phrase('In review'),
  PUBLISHED: phrase('Published'),
}

/** The labels of the types in the form. */
export const formatNames: Readonly<Record<ContentType, string>> = {
  TEXT: phrase('Text'),
  VIDEO: phrase('Spotify Link'),
  AUDIO: phrase('Youtube Media'),
}

/** Casts a record of a list or call to what authors get: only they open these screens. */
export const staffOf = (record: object) => record as StaffContent

/** The labels of the fields, in forms, details and history. */
export const labelsIn = (t: Say) => ({
  contentType: t('Type'),
  title: t('Title'),
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
export const cutTitle = (title: string) => cutTo(90, title)

/** Whether it is on its public page now: published, and its publication time has passed. */
export const isShown = ({ status, shownFrom }: Pick<StaffContent, 'status' | 'shownFrom'>, now = Date.now()) =>
  status === 'PUBLISHED' && shownFrom !== null && Date.parse(shownFrom) <= now

const isWord = (value: unknown): value is string => typeof value === 'string'

const wordOf =
  (names: Readonly<Record<string, string>>) =>
  (value: unknown, t: Say): string | undefined => {
    const name = isWord(value) ? names[value] : undefined
    return name && t(name)
  }

const kindOf = wordOf(articleTypeNames)
const kindsIn = (t: Say, value: unknown) => inWords(Array.isArray(value) ? value.map((type) => kindOf(type, t)) : value)

/** The title of a referenced record in the form's values; the audit trail has only its id. */
const namedBy = (value: unknown) => (value as { title?: string } | null)?.title

/** The fields whose values need formatting. */
const saying: Readonly<Record<string, (value: unknown, t: Say, zone: string) => string | null | undefined>> = {
  contentType: wordOf(formatNames),
  category: wordOf(categoryNames),
  status: wordOf(statusNames),
  language: wordOf(languageNames),
  translationOf: (value, t) => namedBy(value) ?? (value ? t('Another article') : null),
  isPaidContent: (value, t) => (value ? t('PAID') : t('FREE')),
  articleTypes: (value, t) => kindsIn(t, value),
  publishAt: (value, _, zone) => (isWord(value) ? momentOf(momentIn(value, zone), zone) : null),
  content: (value) => wordsIn(value),
  seoText: (value) => wordsIn(value),
}

/** Formats a field's value, with times in a time zone. */
export const showIn =
  (t: Say, zone: string) =>
  (field: string, value: unknown): string =>
    saying[field]?.(value, t, zone) || inWords(value)

/** The first words of markup; a picture is replaced with a placeholder. */
const wordsIn = (markup: unknown) => {
  const words = (typeof markup === 'string' ? markup : '')
    .replace(/<img\b[^>]*>/g, ' ▣ ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return inWords(cutTo(240, words))
}

const choicesIn = <T extends string>(t: Say, words: readonly T[], names: Readonly<Record<T, string>>) =>
  words.map((value) => ({ value, label: t(names[value]) }))

export const formatsIn = (t: Say) => choicesIn(t, contentTypes, formatNames)
export const categoriesIn = (t: Say) => choicesIn(t, contentCategories, categoryNames)
export const articleTypesIn = (t: Say) => choicesIn(t, articleTypes, articleTypeNames)
export const statusesIn = (t: Say) => choicesIn(t, contentStatuses, statusNames)

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

const colors = { DRAFT: 'gray', IN_REVIEW: 'signal', PUBLISHED: 'green' } as const

export const StatusBadge = ({ status }: Pick<StaffContent, 'status'>) => {
  const t = useText()
  return <Badge color={colors[status]}>{t(statusNames[status])}</Badge>
}
