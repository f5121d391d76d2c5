import type { CustomValues } from '@tradewind/contract/kit/custom/custom.fields'
import type { SoftDeleteTable } from '../database/table.ts'
import { withFaultsOf } from '../errors.ts'
import type { WriteContext } from '../http/context.ts'
import { findRecord } from '../record/crud.ts'
import type { Entity } from '../record/entity.ts'
import { checkCustomChange } from './check.ts'

/** Throws a Refusal if custom fields in the unparsed input of a create or update are invalid. */
const checkOwnFields = async (of: Entity, input: object, context: WriteContext) => {
  const { custom, uniqueId } = input as { custom?: unknown; uniqueId?: unknown }
  if (!of.custom || typeof custom !== 'object' || custom === null || Array.isArray(custom)) return
  const before = typeof uniqueId === 'string' ? await findRecord(of, of.policy.see, uniqueId, context) : {}
  const { custom: stored = {} } = before as { custom?: CustomValues }
  await checkCustomChange(of.custom, custom as Record<string, unknown>, stored, context)
}

/** The handler of a create or update that reports the faults of custom fields together with those of other fields, which are checked first. */
export const withOwnFaults = <T extends SoftDeleteTable, Input extends object, Out>(
  of: Entity<T>,
  handle: (input: Input, context: WriteContext) => Promise<Out>,
) => {
  const check = (input: object, context: WriteContext) => checkOwnFields(of, input, context)
  return {
    handleInTransaction: async (input: Input, context: WriteContext) => {
      try {
        return await handle(input, context)
      } catch (error) {
        throw await withFaultsOf(error, () => check(input, context))
      }
    },
    checkOwnFields: check,
  }
}
