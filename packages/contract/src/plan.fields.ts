import type { PlanKey } from './plan.ts'

/** What a plan includes in addition to `plan.ts`, which every page loads: this file is only for the chart of the plans. */
interface PlanExtras {
  /** A drive, with the space that the tenant gives each member. */
  drive: boolean
  /** The number of the member's own companies and contacts. Infinity: no limit. */
  contacts: number
  /** The number of people who sign in with it. */
  seats: number
}

export const planExtras: Readonly<Record<PlanKey, PlanExtras>> = {
  STARTER: { drive: true, contacts: 0, seats: 1 },
  BASIC: { drive: true, contacts: Infinity, seats: 1 },
  ADVANCE: { drive: true, contacts: Infinity, seats: 1 },
  PRO: { drive: true, contacts: Infinity, seats: 1 },
  BUSINESS: { drive: true, contacts: Infinity, seats: 1 },
}
