import { z } from 'zod'
import { countryIn, countryOut } from '../kit/country.ts'
import { asking, callsNeeding, endpoint, needle, nothing } from '../kit/endpoint.ts'
import { PartnerCard, reviewType } from './review.schemas.ts'

const input = asking(['companyName', 'score', 'totalReviews'], {
  companyName: needle,
  /** What kind of company it is, by its survey. */
  industry: reviewType.optional(),
  country: countryIn.optional(),
})

/** The companies that show their score. */
export const trustApi = callsNeeding('REVIEWS_ENABLED', {
  xareview: endpoint({
    method: 'GET',
    path: '/api/review/xareview',
    who: 'anyone',
    about: 'Companies that let themselves be found.',
    input,
    reply: z.array(PartnerCard),
    answers: 'list',
  }),
  countries: endpoint({
    method: 'GET',
    path: '/api/review/xareview/countries',
    who: 'anyone',
    about: 'The countries of the companies that let themselves be found.',
    input: nothing,
    reply: z.array(countryOut),
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
})
