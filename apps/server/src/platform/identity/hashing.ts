import { hash, verify } from '@node-rs/argon2'
import { say } from '@tradewind/contract/kit/say'
import { concurrencyLimit } from '#kit/concurrency'
import { tooMany } from '#kit/errors'

/** Argon2id, as OWASP asks. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing shares four threads with files and DNS: two at once leave room for them. */
const { inTurn } = concurrencyLimit({
  atOnce: 2,
  waiting: 60,
  refuse: () => tooMany(2, say('Many people are signing in right now. Please try again in a moment.')),
})

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
