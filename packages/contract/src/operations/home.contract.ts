import { z } from 'zod'
import { endpoint, id, nothing } from '../kit/endpoint.ts'
import { tenantSettingPolicy } from '../platform/tenantSetting.policy.ts'

/** What waits for somebody, in the order of the page. */
export const homeSections = ['TASKS', 'NEXT_CONTACTS', 'MEETINGS', 'LEADS', 'SUMMARIES', 'PROJECTS'] as const

const HomeItem = z.object({
  uniqueId: id,
  title: z.string(),
  detail: z.string(),
  /** The day that it is due on, or that it is of. */
  day: z.iso.date(),
})

/** The first few of what waits, and how many there are in all. `kind`: what its records are. */
const HomeSection = z.object({
  section: z.enum(homeSections),
  kind: z.string(),
  total: z.number(),
  items: z.array(HomeItem),
})
export type HomeSection = z.infer<typeof HomeSection>

/** What a new tenant begins with, in the order of the page. */
export const firstSteps = ['COLLEAGUES', 'COMPANIES', 'CONTACTS', 'REPORTS', 'PROJECTS'] as const
export type FirstStep = (typeof firstSteps)[number]

export const homeApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/home/',
    who: 'signedIn',
    about:
      'What waits for you today: your tasks and next contacts that are due, your meetings, new leads, the summaries that were last shared with you, and which of your projects changed in the last seven days. Sections without any are left out.',
    input: nothing,
    reply: z.array(HomeSection),
  }),
  firstSteps: endpoint({
    method: 'GET',
    path: '/api/home/firstSteps',
    who: tenantSettingPolicy.update,
    about: 'What the administrators of a new tenant do first, and what of it is done.',
    input: nothing,
    reply: z.array(z.object({ step: z.enum(firstSteps), done: z.boolean() })),
  }),
}
