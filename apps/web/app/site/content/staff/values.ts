import type { Version } from '@tradewind/contract/site/content.contract'
import type { ArticleType, ContentStatus, ContentType } from '@tradewind/contract/site/content.words'
import type { FieldProps } from '#ui/form/FormPage'
import { momentIn } from '#ui/form/moment'

export const empty = {
  contentType: 'TEXT' as ContentType,
  title: '',
  language: '',
  translationOf: null as Pick<Version, 'uniqueId' | 'title'> | null,
  category: '',
  articleTypes: [] as ArticleType[],
  content: '',
  seoText: '',
  isPaidContent: true,
  status: '' as ContentStatus | '',
  publishAt: '',
  /** The body while the type is one that has a link, and the link while it has a body: nothing typed is lost by a look at another type. */
  aside: '',
}
export type Values = typeof empty
export type FieldOf = (name: keyof Values) => FieldProps

/** The fields that follow from another type. What has a body and what has a link take it from different places. */
export const afterType = (
  { contentType, content, aside }: Pick<Values, 'contentType' | 'content' | 'aside'>,
  next: ContentType,
) => {
  const swaps = (contentType === 'TEXT') !== (next === 'TEXT')
  return swaps ? { contentType: next, content: aside, aside: content } : { contentType: next }
}

/** What becomes of it by saving: who may not publish hands in, and so is what they change of what is published. */
export const statusAfter = (status: ContentStatus | '', mayPublish: boolean): ContentStatus => {
  if (mayPublish) return status || 'PUBLISHED'
  return status === 'DRAFT' ? 'DRAFT' : 'IN_REVIEW'
}

/** As it is sent. A moment that is typed by half is sent as it stands, so that the server says so. */
export const sentIn = (zone: string) =>
  function sent(
    { aside: _aside, status, language, translationOf, publishAt, seoText, ...fields }: Partial<Values>,
    { contentType }: Values,
  ) {
    return {
      ...fields,
      ...(language && { language }),
      ...(translationOf !== undefined && { translationOf: translationOf?.uniqueId ?? null }),
      ...(status && { status }),
      ...(publishAt !== undefined && { publishAt: momentIn(publishAt, zone) || publishAt || null }),
      ...(seoText !== undefined && { seoText: contentType === 'TEXT' ? '' : seoText }),
    }
  }
