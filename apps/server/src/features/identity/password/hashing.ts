import { hash, verify } from '@node-rs/argon2'
import { tooMany } from '#kit/errors'

/** Argon2id, as OWASP asks. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing shares four threads with files and DNS: two at once leave room for them. */
const AT_ONCE = 2
const WAITING = 60

let running = 0
const waiting: (() => void)[] = []

/** Runs two at once and lets 60 wait; more are refused with 429. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) throw tooMany(2, 'There is a rush at the door. Please try again in a moment.')
    await new Promise<void>((go) => waiting.push(go))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const composed = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string) => inTurn(() => hash(composed(password), cost))

/** An account that does not exist takes as long to refuse as one that does. */
const nobody = hash('nobody has this password', cost)

/** Whether the password is that of the hash. Without a hash it is not, after the same time. */
export const isPassword = (password: string, passwordHash: string | null | undefined) =>
  inTurn(
    async () =>
      (await verify(passwordHash ?? (await nobody), composed(password))) && passwordHash !== null && passwordHash !== undefined,
  )
