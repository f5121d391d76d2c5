import type { Role } from '@tradewind/contract/roles'
import { isStaff } from '@tradewind/contract/roles'
import { users } from '../../../apps/server/src/platform/schema/user.table.ts'
import { addPeople, type DemoPerson } from '../../../apps/server/src/platform/user/user.demo.ts'
import { namePools } from '../names.ts'
import type { SeedContext } from './enter.ts'
import { firstNames } from './words.ts'

const roles: readonly Role[] = ['ROLE_ADMIN', 'ROLE_LEVEL3', 'ROLE_LEVEL3', 'ROLE_LEVEL2', 'ROLE_LEVEL1', 'ROLE_LEVEL1']
const surnames = namePools.flatMap((speech) => speech.surnames)

/** Adds staff up to this number of people, and returns all of them. */
export const addStaff = ({ db, scope, dice }: Omit<SeedContext, 'people'>, count: number) =>
  db.write(scope, async (tx) => {
    const existingStaff = (await tx.select().from(users)).filter(({ role }) => isStaff({ roles: [role] }))
    const newPeople = Array.from({ length: Math.max(0, count - existingStaff.length) }, (_, at): DemoPerson => {
      const role = dice.one(roles)
      const allowedCountries =
        role === 'ROLE_LEVEL3' ? dice.several(3, () => dice.one(Object.keys(dice.one(namePools).towns))) : []
      const fullName = { firstName: dice.one(firstNames), lastName: dice.one(surnames) }
      return { ...fullName, emailAddress: `person-${at}@tradewind.test`, role, allowedCountries, description: '', tenant: 'main' }
    })
    return [
      ...existingStaff.toSorted((one, other) => one.emailAddress.localeCompare(other.emailAddress)),
      ...(await addPeople(tx, newPeople, existingStaff[0]!.passwordHash!)),
    ]
  })
