import { z } from 'zod'
import { asking, endpoint, needle } from '../kit/endpoint.ts'
import { PartnerCard, reviewType } from './review.fields.ts'

const input = asking(['companyName', 'score', 'totalReviews'], {
  companyName: needle,
  /** What kind of company it is, by its survey. */
  industry: reviewType.optional(),
})

/** The companies that show their score. */
export const trustApi = {
  xareview: endpoint({
    method: 'GET',
    path: '/api/review/xareview',
    who: 'anyone',
    about: 'Companies that let themselves be found.',
    input,
    reply: z.array(PartnerCard),
    answers: 'list',
  }),
  partners: endpoint({
    method: 'GET',
    path: '/api/review/partners',
    who: 'anyone',
    about: 'The partners.',
    input,
    reply: z.array(PartnerCard),
    answers: 'list',
  }),
}
