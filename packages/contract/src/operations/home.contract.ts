import { z } from 'zod'
import { emptyInput, endpoint, id } from '../kit/endpoint.ts'
import { all } from '../kit/policy.ts'
import { tenantSettingPolicy } from '../platform/policies.ts'
import { BASIC_UP } from '../roles.ts'
import { reviewPolicy } from '../trust/policies.ts'

/** The sections of pending work, in the order of the page. */
const homeSections = [
  'TASKS',
  'NEXT_CONTACTS',
  'MEETINGS',
  'EVENTS',
  'LEADS',
  'SUMMARIES',
  'PROJECTS',
  'REMARKS',
  'UNANSWERED',
  'FILES',
] as const

const HomeItem = z.object({
  uniqueId: id,
  title: z.string(),
  detail: z.string(),
  /** The day on which it is due, or that it belongs to. */
  day: z.iso.date(),
})

/** The first few pending items of a section, and their total. `kind`: the kind of its records. */
const HomeSection = z.object({
  section: z.enum(homeSections),
  kind: z.string(),
  total: z.number(),
  items: z.array(HomeItem),
})
export type HomeSection = z.infer<typeof HomeSection>

/** The first steps of a new tenant, in the order of the page. */
export const tenantSteps = ['COLLEAGUES', 'COMPANIES', 'CONTACTS', 'REPORTS', 'PROJECTS'] as const
/** The first steps of a member with a trust score, in the order of the page. */
export const memberSteps = ['BRAND', 'SURVEY', 'CONTACTS', 'CAMPAIGN', 'ANSWER'] as const
const firstSteps = [...new Set([...tenantSteps, ...memberSteps])]
export type FirstStep = (typeof firstSteps)[number]

const TrustTrend = z.object({
  /** The mean of the answers that count, to full precision; null without answers. */
  score: z.number().nullable(),
  answers: z.number(),
  /** The score 30 days ago; null where there were no answers yet. */
  before: z.number().nullable(),
  /** The score at the end of each of the last twelve months that has one, the oldest first; `day` is the month's last day with an answer. */
  months: z.array(z.object({ day: z.iso.date(), score: z.number() })),
})

export const homeApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/home/',
    access: 'signedIn',
    summary:
      'Returns what is pending for you today: your tasks and next contacts that are due, your meetings, the events of the day, new leads, the summaries that were last shared with you, and which of your projects changed in the last seven days; remarks of the last 30 days without a reply, invitations without an answer, and files that were shared with you and that you have not opened. Sections without items are left out.',
    input: emptyInput,
    reply: z.array(HomeSection),
    replyType: 'list',
  }),
  firstSteps: endpoint({
    method: 'GET',
    path: '/api/home/firstSteps',
    access: [...tenantSettingPolicy.update, [BASIC_UP, all]],
    summary:
      'Returns the first steps of the administrators of a new tenant, or of a new member with a trust score, and which of them are done.',
    input: emptyInput,
    reply: z.array(z.object({ step: z.enum(firstSteps), done: z.boolean() })),
    replyType: 'list',
  }),
  score: endpoint({
    method: 'GET',
    path: '/api/home/score',
    access: reviewPolicy.keep,
    tenantSwitch: 'REVIEWS_ENABLED',
    summary: 'Returns your trust score and how it has changed.',
    input: emptyInput,
    reply: TrustTrend,
  }),
}
