import { z } from 'zod'
import { byId, callsBehindSwitch, endpoint, id, instant, listQuery } from '../kit/endpoint.ts'
import { whereOf } from '../kit/entitySchemas.ts'
import { optionalText, visitorFields } from '../kit/fields.ts'
import { reviewPolicy } from './policies.ts'
import { caseKinds, caseStates, removalReasons } from './reviewCase.constants.ts'
import { caseFields } from './reviewCase.fields.ts'

const reason = z.enum(removalReasons, 'Choose a reason')

/** A case for the tenant's admins: a reported remark, or answers that look made up. */
const ReviewCase = z.object({
  uniqueId: id,
  dateCreated: instant,
  updatedAt: instant,
  kind: z.enum(caseKinds),
  state: z.enum(caseStates),
  companyId: id,
  companyName: z.string().nullable(),
  /** The number of reports, or of similar answers. */
  count: z.number(),
  /** The reason that the first reporter gave. */
  reason: reason.nullable(),
  note: z.string().nullable(),
  decidedBecause: reason.nullable(),
  decisionNote: z.string().nullable(),
  decidedAt: instant.nullable(),
})
export type ReviewCase = z.output<typeof ReviewCase>

/** A case with its answers. It contains only public remarks, with what everyone may know of their writers. */
const CaseDetails = ReviewCase.extend({
  answers: z.array(
    z.object({
      uniqueId: id,
      date: instant,
      score: z.number(),
      viaLink: z.boolean(),
      contact: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
      remark: z.string().nullable(),
      removed: reason.nullable(),
    }),
  ),
})
export type CaseDetails = z.output<typeof CaseDetails>

/** Reports of remarks, signs of made-up answers, and the tenant's decisions on them. */
export const reviewCaseApi = callsBehindSwitch('REVIEWS_ENABLED', {
  report: endpoint({
    method: 'POST',
    path: '/api/reviewCase/report',
    access: 'anyone',
    summary:
      'Reports a public remark to the admins of the tenant, who decide on it. The response is the same whatever was reported ' +
      'before.',
    input: z.strictObject({ companyId: id, uniqueId: id, reason, note: optionalText('What is wrong', 1000), ...visitorFields }),
    reply: z.object({}),
    message: 'Thank you. We will look at this remark.',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/reviewCase/',
    access: reviewPolicy.decide,
    summary: 'Lists reported remarks, and answers that look made up.',
    input: listQuery(['dateCreated'], {
      ...whereOf(caseFields),
      state: z.enum(caseStates, 'Unknown state').optional(),
      kind: z.enum(caseKinds, 'Unknown kind').optional(),
    }).omit({ q: true }),
    reply: z.array(ReviewCase),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/reviewCase/:uniqueId',
    access: reviewPolicy.decide,
    summary: 'Returns a reported remark, or answers that look made up, with the information that is open to everyone.',
    input: byId,
    reply: CaseDetails,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/reviewCase/:uniqueId/decide',
    access: reviewPolicy.decide,
    summary:
      'Keeps the remarks of a case, or removes their text from the public page, which states the reason. The stars count in ' +
      'both cases. If the remarks are kept after a removal, they are shown again. With `decidedAt`, 409 if another decision has been made since.',
    input: z
      .strictObject({
        uniqueId: id,
        decision: z.enum(['KEPT', 'REMOVED'], 'Choose what to do'),
        reason: reason.optional(),
        note: optionalText('Note', 2000),
        /** When the decision that the client has seen was made; null if there was none. */
        decidedAt: instant.nullish(),
      })
      .refine(({ decision, reason: chosen }) => decision === 'KEPT' || chosen, { path: ['reason'], message: 'Choose a reason' }),
    reply: CaseDetails,
    message: 'Your decision was saved.',
  }),
})
