import { phrase } from '@tradewind/contract/kit/phrase'
import { type Access, plans } from '@tradewind/contract/plan'
import { planExtras } from '@tradewind/contract/plan.fields'
import { BASIC_UP, type Role } from '@tradewind/contract/roles'
import { languages } from '#kit/text'

export type Plan = (typeof plans)[number]

/** Included or not, a number, or a text. */
export type Included = boolean | number | string

/** What a plan includes by the tenant's settings. */
export interface TenantTerms {
  /** The size of a drive as text; null if drives are switched off. */
  storage: string | null
}

interface Line {
  name: string
  of: (plan: Plan, terms: TenantTerms) => Included
  /** What a free account includes; nothing by default. */
  free?: Included
}

const isBasicUp = ({ role }: Plan) => (BASIC_UP as readonly Role[]).includes(role)
const grantsAccess = (plan: Plan, access: Access) => (plan.opens as readonly Access[]).includes(access)

const trainingOf = (plan: Plan) => {
  if (grantsAccess(plan, 'TRAINING')) return phrase('Whole sessions')
  return isBasicUp(plan) && phrase('Outlines')
}

/** A number as text or figure; false for none. */
const quantityOf = (count: number): Included => (count === Infinity ? phrase('Unlimited') : count > 0 && count)

/** The differences between the plans, a line each, taken from the one list of plans. */
export const lines: readonly Line[] = [
  { name: phrase('Paid articles, audio and video'), of: (plan) => grantsAccess(plan, 'PAID') },
  { name: phrase('Reviews engine and directory'), of: (plan) => (isBasicUp(plan) ? phrase('With own campaigns') : phrase('To browse')) },
  { name: phrase('Training content (Coming Soon)'), of: trainingOf },
  { name: phrase('Propose topics and vote on them'), of: ({ votes }) => votes },
  { name: phrase('Written questions and answers a month'), of: ({ questions }) => quantityOf(questions) },
  { name: phrase('Web calls of 30 minutes a month'), of: ({ webCalls }) => quantityOf(webCalls) },
  { name: phrase('Companies and contacts of your own'), of: ({ key }) => quantityOf(planExtras[key].contacts) },
  { name: phrase('Drive of your own, with sharing'), of: ({ key }, { storage }) => planExtras[key].drive && storage !== null },
  { name: phrase('Storage'), of: ({ key }, { storage }) => planExtras[key].drive && (storage ?? false) },
  { name: phrase('People who sign in'), of: ({ key }) => planExtras[key].seats, free: 1 },
  { name: phrase('Languages of pages and emails'), of: () => languages.length, free: languages.length },
] // oxfmt-ignore

interface Change {
  name: string
  before: Included
  after: Included
}

/** The lines in which the plans of two roles differ; a role without a plan is a free account. */
export const changesBetween = (from: Role, to: Role, terms: TenantTerms): Change[] => {
  const [one, other] = [from, to].map((role) => plans.find((plan) => plan.role === role))
  return lines
    .map(({ name, of, free = false }) => ({ name, before: one ? of(one, terms) : free, after: other ? of(other, terms) : free }))
    .filter(({ before, after }) => before !== after)
}

const rankOf = (role: Role) => plans.findIndex((plan) => plan.role === role)

/** Returns whether a change of plan is a gain: a larger plan includes everything of a smaller one. */
export const isGain = (from: Role, to: Role) => rankOf(to) > rankOf(from)
