import { phrase } from './kit/phrase.ts'
import type { Actor, Role } from './roles.ts'
/** The content of the knowledge centre that a plan opens beyond the free content. */
export type Access = 'FREE' | 'PAID' | 'TRAINING'

interface Plan {
  key: string
  role: Role
  name: string
  /** US dollars; null: by agreement. */
  price: number | null
  opens: readonly Access[]
  /** Written questions that are answered, and web calls of half an hour, per month. Infinity: no limit. */
  questions: number
  webCalls: number
  /** Whether members may propose topics and vote on them. */
  votes: boolean
  isPopular?: true
}

/** The plans, lowest first. Prices, notices and checks are all derived from this list. */
export const plans = [
  { key: 'STARTER', role: 'ROLE_STARTER', name: phrase('Starter'), price: 249, opens: ['FREE', 'PAID'], questions: 0, webCalls: 0, votes: false },
  { key: 'BASIC', role: 'ROLE_BASIC', name: phrase('Basic'), price: 499, opens: ['FREE', 'PAID'], questions: 0, webCalls: 0, votes: false },
  { key: 'ADVANCE', role: 'ROLE_ADVANCE', name: phrase('Advance'), price: 1249, opens: ['FREE', 'PAID', 'TRAINING'], questions: 3, webCalls: 1, votes: true, isPopular: true },
  { key: 'PRO', role: 'ROLE_PRO', name: phrase('Pro'), price: 2999, opens: ['FREE', 'PAID', 'TRAINING'], questions: 5, webCalls: 3, votes: true },
  { key: 'BUSINESS', role: 'ROLE_BUISNESS', name: phrase('Business'), price: null, opens: ['FREE', 'PAID', 'TRAINING'], questions: Infinity, webCalls: Infinity, votes: true },
] as const satisfies readonly Plan[] // oxfmt-ignore
export type PlanKey = (typeof plans)[number]['key']
export const planKeys = plans.map(({ key }) => key) as [PlanKey, ...PlanKey[]]

/** Returns the actor's plan; undefined for staff and free members. */
export const planOf = ({ roles }: Pick<Actor, 'roles'>): (typeof plans)[number] | undefined =>
  plans.find(({ role }) => roles.includes(role))

/** Staff who can open the content that members pay for. Level 1 opens only free content. */
const readingStaff: readonly Role[] = ['ROLE_SUPER_ADMIN', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN', 'ROLE_LEVEL3', 'ROLE_LEVEL2']

/** Whether the actor can open content with this access. Everyone opens free content. */
export const canOpen = ({ roles }: Pick<Actor, 'roles'>, access: Access) =>
  access === 'FREE' ||
  roles.some(
    (role) =>
      readingStaff.includes(role) ||
      plans.some((plan) => plan.role === role && (plan.opens as readonly Access[]).includes(access)),
  )

/** Returns the access of a piece of content: TRAINING where that is one of its sub-categories, paid or not. */
export const accessOf = ({ isPaidContent, articleTypes }: { isPaidContent: boolean; articleTypes: readonly string[] }): Access =>
  articleTypes.includes('TRAINING_SESSION') ? 'TRAINING' : isPaidContent ? 'PAID' : 'FREE'
