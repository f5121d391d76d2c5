import type { Rules } from '@tradewind/contract/kit/policy'
import type { LivingTable } from '../database/table.ts'
import { invalid, Refusal } from '../errors.ts'
import type { Writing } from '../http/context.ts'
import { findRecord } from './crud.ts'
import type { Kind } from './kind.ts'

/**
 * The living record that a field names, where these rules reach it for who asks; else the field is refused with the sentence. It
 * stays as it is until the transaction ends, so that nothing comes to belong to what is buried meanwhile, or copies an old name.
 */
export const referred = async <T extends LivingTable>(
  of: Kind<T>,
  rules: Rules,
  [field, uniqueId]: readonly [field: string, uniqueId: string],
  sentence: string,
  context: Writing,
) =>
  findRecord(of, rules, uniqueId, context, 'share').catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? invalid({ [field]: sentence }) : error
  })
