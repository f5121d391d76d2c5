import type { PlanKey } from './plan.ts'

/** What a plan includes besides what `plan.ts` has, which every page loads: this is for the chart of the plans alone. */
interface PlanExtras {
  /** A drive of one's own, of as much room as the tenant gives each. */
  drive: boolean
  /** Companies and contacts of one's own. Infinity: as many as one has. */
  contacts: number
  /** People who sign in with it. */
  seats: number
}

export const planExtras: Readonly<Record<PlanKey, PlanExtras>> = {
  STARTER: { drive: true, contacts: 0, seats: 1 },
  BASIC: { drive: true, contacts: Infinity, seats: 1 },
  ADVANCE: { drive: true, contacts: Infinity, seats: 1 },
  PRO: { drive: true, contacts: Infinity, seats: 1 },
  BUSINESS: { drive: true, contacts: Infinity, seats: 1 },
}
