import { phrase } from '../kit/phrase.ts'

export const contentTypeNames = { TEXT: phrase('Text'), VIDEO: phrase('Video'), AUDIO: phrase('Audio') } as const
export type ContentType = keyof typeof contentTypeNames
export const contentTypes = Object.keys(contentTypeNames) as [ContentType, ...ContentType[]]

export const categoryNames = {
  INTERNATIONAL_EXPANSION: phrase('International Expansion'),
  PRODUCTIVITY_IMPROVEMENTS: phrase('Productivity Improvements'),
  SALES_EFFECTIVENESS: phrase('Sales Effectiveness'),
  GLOBAL_SOURCING: phrase('Global Sourcing'),
} as const
export type ContentCategory = keyof typeof categoryNames
export const contentCategories = Object.keys(categoryNames) as [ContentCategory, ...ContentCategory[]]

/** Sub-categories. The last one marks training content. */
export const articleTypeNames = {
  MARKET_INSIGHT: phrase('Market Insight'),
  INDUSTRY_INSIGHT: phrase('Industry Insight'),
  PRODUCT_INSIGHT: phrase('Product Insight'),
  SERVICE_INSIGHT: phrase('Service Insight'),
  COMPANY_INSIGHT: phrase('Company Insight'),
  TRAINING_SESSION: phrase('Training Session'),
} as const
export type ArticleType = keyof typeof articleTypeNames
export const articleTypes = Object.keys(articleTypeNames) as [ArticleType, ...ArticleType[]]

/** Only writers see a draft; content in review waits for a tenant admin; published content is shown from its publish time on. */
export const contentStatusNames = {
  DRAFT: phrase('Draft'),
  IN_REVIEW: phrase('In review'),
  PUBLISHED: phrase('Published'),
} as const
export type ContentStatus = keyof typeof contentStatusNames
export const contentStatuses = Object.keys(contentStatusNames) as [ContentStatus, ...ContentStatus[]]

/** The options of the knowledge centre's subscription filter. */
export const subscriptionNames = { PAID: phrase('Paid'), FREE: phrase('Free'), TRAINING: phrase('Training') } as const
export type Subscription = keyof typeof subscriptionNames
export const subscriptions = Object.keys(subscriptionNames) as [Subscription, ...Subscription[]]
