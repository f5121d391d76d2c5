import { z } from 'zod'
import { byId, callsBehindSwitch, emptyInput, endpoint, id, listQuery, searchTerm } from '../kit/endpoint.ts'
import { countryIn, countryOut } from '../kit/fields.ts'
import { language } from '../kit/language.ts'
import { badgeSizes, badgeThemes } from './badge.constants.ts'
import { PartnerCard, Remark, reviewType } from './review.schemas.ts'
import { removalReasons } from './reviewCase.constants.ts'

/** The number of answers that count, and the mean of their scores to full precision; null without answers. */
const Mean = z.object({ answers: z.number(), score: z.number().nullable() })

const PublicScore = z.object({
  allTime: Mean,
  /** The twelve months that end today. */
  last12Months: Mean.extend({ from: z.iso.date(), to: z.iso.date() }),
  /** The number of answers by stars, rounded to whole ones: five first. */
  stars: z.array(z.object({ stars: z.number(), allTime: z.number(), last12Months: z.number() })),
  remarks: z.object({
    /** The number of public remarks that everyone may read, and of those that the tenant does not show. */
    shown: z.number(),
    notShown: z.number(),
    /** Remarks whose text was removed: each still counts. */
    removed: z.array(z.object({ reason: z.enum(removalReasons), count: z.number() })),
  }),
})
export type PublicScore = z.output<typeof PublicScore>

/** A public remark as everyone reads it: only the first letter of the last name. */
const PublicRemark = Remark.pick({
  uniqueId: true,
  date: true,
  contact: true,
  score: true,
  remark: true,
  ownerReply: true,
  isEarlier: true,
  viaLink: true,
  met: true,
})
export type PublicRemark = z.output<typeof PublicRemark>

/** The public page of a company's reviews. */
export const reviewPageApi = callsBehindSwitch('REVIEWS_ENABLED', {
  score: endpoint({
    method: 'GET',
    path: '/api/review/public/:uniqueId',
    access: 'anyone',
    summary:
      'Returns the score of a company, of all time and of the last 12 months, its answers by stars, and the number of public ' +
      'remarks. The page of the company must be public, unless it is your own.',
    input: byId,
    reply: PublicScore,
    mayLag: true,
  }),
  remarks: endpoint({
    method: 'GET',
    path: '/api/review/public/:uniqueId/remarks',
    access: 'anyone',
    summary:
      'Lists the public remarks of a company, newest first, by default 10 per page. The list is empty if the tenant shows only ' +
      'testimonials.',
    input: listQuery(['dateCreated'], { uniqueId: id }).omit({ q: true }),
    reply: z.array(PublicRemark),
    replyType: 'list',
  }),
})

const input = listQuery(['companyName', 'score', 'totalReviews'], {
  companyName: searchTerm,
  /** The kind of company, by its survey type. */
  industry: reviewType.optional(),
  country: countryIn.optional(),
})

/** The companies that show their score. */
export const trustApi = callsBehindSwitch('REVIEWS_ENABLED', {
  xareview: endpoint({
    method: 'GET',
    path: '/api/review/xareview',
    access: 'anyone',
    summary: 'Lists the companies that have chosen to be found.',
    input,
    reply: z.array(PartnerCard),
    replyType: 'list',
  }),
  countries: endpoint({
    method: 'GET',
    path: '/api/review/xareview/countries',
    access: 'anyone',
    summary: 'Lists the countries of the companies that have chosen to be found.',
    input: emptyInput,
    reply: z.array(countryOut),
    replyType: 'list',
  }),
  partners: endpoint({
    method: 'GET',
    path: '/api/review/partners',
    access: 'anyone',
    summary: 'Lists the partners.',
    input,
    reply: z.array(PartnerCard),
    replyType: 'list',
  }),
})

/** The query of a badge's address. */
export const badgeQuery = z.strictObject({
  size: z.enum(badgeSizes).default('medium'),
  theme: z.enum(badgeThemes).default('light'),
  /** By default the tenant's language. */
  lang: language.optional(),
})
export type BadgeQuery = z.output<typeof badgeQuery>
