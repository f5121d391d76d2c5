import { say } from '@tradewind/contract/kit/say'
import type { Database } from '#kit/database/database'
import { invalid } from '#kit/errors'
import type { ManualContext } from '#kit/http/context'
import { ownUser } from './account.ts'
import { isPassword } from './hashing.ts'
import { countTry } from './throttle.queries.ts'

/** Gives the account of who proves to be it by its password, which is in a field of this name. Refuses others on that field, and more than ten tries in a quarter of an hour. */
export const passwordProof =
  (db: Database) =>
  async <Field extends string>(asking: ManualContext, given: Record<Field, string>) => {
    const [[field, password]] = Object.entries<string>(given) as [[string, string]]
    const user = await ownUser(asking.db, asking)
    await countTry(db, asking.scope, { key: `password of ${user.uniqueId}`, most: 10, minutes: 15 })
    if (!(await isPassword(password, user.passwordHash))) throw invalid({ [field]: say('This is not your current password') })
    return user
  }
