import type { Rules } from '@tradewind/contract/kit/policy'
import { type Sentence } from '@tradewind/contract/kit/say'
import type { SoftDeleteTable } from '../database/table.ts'
import { invalid, Refusal } from '../errors.ts'
import type { WriteContext } from '../http/context.ts'
import { findRecord } from './crud.ts'
import type { Entity } from './entity.ts'

/**
 * The living record that a field names, where these rules reach it for who asks; else the field is refused with the sentence. It
 * stays as it is until the transaction ends, so that nothing comes to belong to what is deleted meanwhile, or copies an old name.
 */
export const requireReference = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  rules: Rules,
  [field, uniqueId]: readonly [field: string, uniqueId: string],
  sentence: Sentence,
  context: WriteContext,
) =>
  findRecord(of, rules, uniqueId, context, 'share').catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? invalid({ [field]: sentence }) : error
  })
