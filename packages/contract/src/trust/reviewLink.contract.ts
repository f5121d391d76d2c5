import { z } from 'zod'
import { byId, callsBehindSwitch, endpoint, id, instant, listQuery } from '../kit/endpoint.ts'
import { emailAddress, nameText, text, visitorFields, yesOrNo, UUID } from '../kit/fields.ts'
import { phrase } from '../kit/phrase.ts'
import { reviewPolicy } from './policies.ts'

/** A short link to a survey, for fairs, invoices and signs. */
const ReviewLink = z.object({
  uniqueId: id,
  dateCreated: instant,
  updatedAt: instant,
  name: z.string(),
  /** What its address ends with: `/r/{code}`. */
  code: z.string(),
  /** It can be used to answer. */
  isActive: z.boolean(),
  /** The number of times its page was opened, and the number of answers through it. */
  visits: z.number(),
  answers: z.number(),
})
export type ReviewLink = z.output<typeof ReviewLink>

/** What a short link's address ends with. */
const code = z.string().min(1, 'This is not a link').max(40, 'This is not a link').toLowerCase()
const name = text('Name')

/** The id of the request for a mailed code. It is no record: the reply reveals neither whether the request exists, nor which of the two is wrong. */
const codeRequestId = z.string().regex(new RegExp(`^${UUID}$`), phrase('This code is wrong or no longer works'))

/** Short links to the user's own survey, and answering through one. */
export const reviewLinkApi = callsBehindSwitch('REVIEWS_ENABLED', {
  list: endpoint({
    method: 'GET',
    path: '/api/reviewLink/',
    access: reviewPolicy.keep,
    summary: 'Lists your short links, newest first.',
    input: listQuery(['dateCreated'], {}).omit({ q: true }),
    reply: z.array(ReviewLink),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/reviewLink/:uniqueId',
    access: reviewPolicy.keep,
    summary: 'Returns one of your short links.',
    input: byId,
    reply: ReviewLink,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/reviewLink/',
    access: reviewPolicy.keep,
    summary: 'Creates a short link to your survey. The limit is 100.',
    input: z.strictObject({ name }),
    reply: ReviewLink,
    message: 'The short link was created.',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/reviewLink/:uniqueId',
    access: reviewPolicy.keep,
    summary: 'Renames a short link, or switches it on or off.',
    input: z.strictObject({ uniqueId: id, name: name.optional(), isActive: yesOrNo.optional() }),
    reply: ReviewLink,
    message: 'Updated successfully!',
  }),
  open: endpoint({
    method: 'GET',
    path: '/api/reviewLink/open/:code',
    access: 'anyone',
    summary: 'Returns the company whose survey a short link opens. Changes nothing.',
    input: z.strictObject({ code }),
    reply: z.object({ userCompanyName: z.string() }),
  }),
  visit: endpoint({
    method: 'POST',
    path: '/api/reviewLink/visit',
    access: 'anyone',
    summary: 'Counts a visit to the page of a short link.',
    input: z.strictObject({ code }),
    reply: z.object({}),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/reviewLink/ask',
    access: 'anyone',
    summary:
      'Mails a code to the address of a visitor who wants to answer through a short link. The response is the same whatever is ' +
      'known of the address.',
    input: z.strictObject({
      code,
      firstName: nameText('First Name', 100),
      lastName: nameText('Last Name', 100),
      email: emailAddress('Email'),
      ...visitorFields,
    }),
    reply: z.object({ ask: codeRequestId }),
    message: 'We have sent a code to your address.',
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/reviewLink/confirm',
    access: 'anyone',
    summary: 'Opens the survey to a visitor who has the mailed code. `token` is that of the survey’s link, for one answer.',
    input: z.strictObject({
      ask: codeRequestId,
      code: z
        .string()
        .transform((typed) => typed.replace(/\s/g, ''))
        .pipe(z.string().regex(/^\d{6}$/, 'The code has six digits')),
    }),
    reply: z.object({ token: z.string() }),
    returnsSecret: true,
  }),
})
