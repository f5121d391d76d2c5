import { tooMany } from '../errors.ts'

/** So many calls of one tenant are carried out at once, and so many more wait: the rest is for others. */
const AT_ONCE = 8
const WAITING = 300

interface Line {
  running: number
  waiting: (() => void)[]
}
const lines = new Map<string, Line>()

const step = (tenantId: string, line: Line) => {
  const next = line.waiting.shift()
  if (next) return next()
  line.running--
  if (line.running === 0) lines.delete(tenantId)
}

/** Carries work out when it is the tenant's turn, so that one that floods slows itself alone. 429 where its line is too long. */
export const inTurn = async <T>(tenantId: string, work: () => Promise<T>): Promise<T> => {
  const line = lines.get(tenantId) ?? { running: 0, waiting: [] }
  lines.set(tenantId, line)
  if (line.running < AT_ONCE) line.running++
  else if (line.waiting.length < WAITING) await new Promise<void>((go) => line.waiting.push(go))
  else throw tooMany(1, 'Too much at once. Please try again in a moment.')
  try {
    return await work()
  } finally {
    step(tenantId, line)
  }
}
