export const contentTypes = ['TEXT', 'VIDEO', 'AUDIO'] as const
export type ContentType = (typeof contentTypes)[number]

export const contentCategories = [
  'INTERNATIONAL_EXPANSION',
  'PRODUCTIVITY_IMPROVEMENTS',
  'SALES_EFFECTIVENESS',
  'GLOBAL_SOURCING',
] as const
export type ContentCategory = (typeof contentCategories)[number]

/** Sub-categories. The last one marks training content. */
export const articleTypes = [
  'MARKET_INSIGHT',
  'INDUSTRY_INSIGHT',
  'PRODUCT_INSIGHT',
  'SERVICE_INSIGHT',
  'COMPANY_INSIGHT',
  'TRAINING_SESSION',
] as const
export type ArticleType = (typeof articleTypes)[number]

/** Only writers see a draft; content in review waits for a tenant admin; published content is shown from its publish time on. */
export const contentStatuses = ['DRAFT', 'IN_REVIEW', 'PUBLISHED'] as const
export type ContentStatus = (typeof contentStatuses)[number]

/** The options of the knowledge centre's subscription filter. */
export const subscriptions = ['PAID', 'FREE', 'TRAINING'] as const
export type Subscription = (typeof subscriptions)[number]

export const contentSorts = ['dateCreated', 'shownFrom', 'title'] as const
