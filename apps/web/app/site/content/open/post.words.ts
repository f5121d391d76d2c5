import type { Role } from '@tradewind/contract/roles'
import type { Content } from '@tradewind/contract/site/content.contract'
import type { ArticleType, ContentCategory, ContentType, Subscription } from '@tradewind/contract/site/content.words'
import { phrase } from '#kit/text'
import { cutTo } from '#site/writing'

/** The words of content as people read them. */
export const typeNames: Readonly<Record<ContentType, string>> = {
  TEXT: phrase('Text'),
  VIDEO: phrase('Video'),
  AUDIO: phrase('Audio'),
}
export const categoryNames: Readonly<Record<ContentCategory, string>> = {
  INTERNATIONAL_EXPANSION: phrase('International Expansion'),
  PRODUCTIVITY_IMPROVEMENTS: phrase('Productivity Improvements'),
  SALES_EFFECTIVENESS: phrase('Sales Effectiveness'),
  GLOBAL_SOURCING: phrase('Global Sourcing'),
}
export const articleTypeNames: Readonly<Record<ArticleType, string>> = {
  MARKET_INSIGHT: phrase('Market Insight'),
  INDUSTRY_INSIGHT: phrase('Industry Insight'),
  PRODUCT_INSIGHT: phrase('Product Insight'),
  SERVICE_INSIGHT: phrase('Service Insight'),
  COMPANY_INSIGHT: phrase('Company Insight'),
  TRAINING_SESSION: phrase('Training Session'),
}
export const subscriptionNames: Readonly<Record<Subscription, string>> = {
  PAID: phrase('Paid'),
  FREE: phrase('Free'),
  TRAINING: phrase('Training'),
}

/** A title as cards show it: 60 characters at most. */
export const cutTitle = (title: string) => cutTo(60, title)

const subscribers: readonly Role[] = ['ROLE_BASIC', 'ROLE_ADVANCE', 'ROLE_PRO', 'ROLE_BUISNESS']

/** Whether somebody is told what is paid, and may choose by it: not who pays for it already. */
export const seesSubscriptions = (roles: readonly Role[]) => !roles.some((role) => subscribers.includes(role))

const widths = [480, 960, 1600]

/** The addresses of a picture in the widths that there are of it, the widest last. */
export const sourcesOf = ({ uniqueId, width }: NonNullable<Content['picture']>) => {
  const enough = widths.findIndex((one) => one >= width)
  return widths
    .slice(0, enough < 0 ? widths.length : enough + 1)
    .map((one) => ({ src: `/api/content/picture/${uniqueId}/${one}`, width: Math.min(one, width) }))
}
