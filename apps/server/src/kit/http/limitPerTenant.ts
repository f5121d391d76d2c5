import { say } from '@tradewind/contract/kit/say'
import { tooMany } from '../errors.ts'
import { concurrencyLimit } from '../concurrencyLimit.ts'

/** So many calls of one tenant are carried out at once, and so many more wait: the rest is for others. */
const limits = { atOnce: 8, waiting: 300, refuse: () => tooMany(1, say('Too much at once. Please try again in a moment.')) }

const lines = new Map<string, ReturnType<typeof concurrencyLimit>>()

/** Carries work out when it is the tenant's turn, so that one that floods slows itself alone. 429 where its line is too long. */
export const limitPerTenant = async <T>(tenantId: string, work: () => Promise<T>): Promise<T> => {
  const line = lines.get(tenantId) ?? concurrencyLimit(limits)
  lines.set(tenantId, line)
  try {
    return await line.inTurn(work)
  } finally {
    if (line.isEmpty()) lines.delete(tenantId)
  }
}
