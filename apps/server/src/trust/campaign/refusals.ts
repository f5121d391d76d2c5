import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { updateMany } from '#kit/database/insert'
import { excludedUpdatedAt } from '#kit/database/table'
import { reviewInvitations, reviewRefusals } from '#trust/schema/review.table'
import { findErasedRefusals, hashFor, type Owner, type HashAddress } from '../review.queries.ts'

const BATCH_SIZE = 5000

/** Stores the hashes of the addresses of these invitations, which are about to be erased. */
export const keepHashes = async (tx: Tx, hashAddress: HashAddress, isErasable: SQL) => {
  const { tenantId, uniqueId, ownerId, emailAddress, addressHash } = reviewInvitations
  for (;;) {
    const rows = await tx
      .select({ tenantId, uniqueId, ownerId, emailAddress })
      .from(reviewInvitations)
      .where(and(isErasable, isNull(addressHash)))
      .limit(BATCH_SIZE)
    const hashed = rows.map((row) => ({
      uniqueId: row.uniqueId,
      addressHash: hashFor(hashAddress, { tenantId: row.tenantId, uniqueId: row.ownerId }, row.emailAddress),
    }))
    await updateMany(tx, reviewInvitations, ['addressHash'], hashed)
    if (rows.length < BATCH_SIZE) return
  }
}

/** The recipient of a letter: by the address in lower case, or by its hash once it is erased. */
export type Recipient = { address: string; addressHash?: undefined } | { address?: undefined; addressHash: string }

/** Records that the recipient wants no more invitations of this owner. */
export const recordRefusal = async (tx: Tx, ownerId: string, recipient: Recipient) => {
  const column = recipient.address === undefined ? reviewRefusals.addressHash : reviewRefusals.address
  await tx
    .insert(reviewRefusals)
    .values({ ownerId, ...recipient, reason: 'UNSUBSCRIBED' })
    .onConflictDoUpdate({
      target: [reviewRefusals.tenantId, reviewRefusals.ownerId, column],
      set: { reason: 'UNSUBSCRIBED', updatedAt: excludedUpdatedAt },
    })
}

/**
 * Records by address what an erased address refused, now that contacts of this owner have it again: lists and letters
 * compare addresses. The caller is about to invite these addresses, or to write to them.
 */
export const restoreRefusals = async (
  { hashAddress }: { hashAddress: HashAddress },
  tx: Tx,
  owner: Owner,
  addresses: readonly (string | null)[],
) => {
  const known = addresses.filter((address) => address !== null)
  for (const address of await findErasedRefusals(tx, hashAddress, owner, known))
    await recordRefusal(tx, owner.uniqueId, { address })
}

/** Whether the recipient has unsubscribed from this owner's invitations, before or after their address was erased. */
export const isUnsubscribed = async (db: Reader, hashAddress: HashAddress, owner: Owner, recipient: Recipient) => {
  const { ownerId, reason, uniqueId, address, addressHash } = reviewRefusals
  const hash = recipient.addressHash ?? hashFor(hashAddress, owner, recipient.address)
  const isRecipient = or(eq(addressHash, hash), recipient.address === undefined ? undefined : eq(address, recipient.address))
  const isRefusal = and(eq(ownerId, owner.uniqueId), eq(reason, 'UNSUBSCRIBED'), isRecipient)
  return (await db.select({ uniqueId }).from(reviewRefusals).where(isRefusal).limit(1)).length > 0
}
