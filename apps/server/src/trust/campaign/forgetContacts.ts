import { and, inArray, ne, sql } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import type { Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { reviewInvitations } from '#trust/schema/review.table'

/** Of a contact who is gone for good, an invitation that has ended keeps no more than the company. An answer keeps the name that its review has. */
export const forgetContacts = (tx: Tx) => {
  const { state, emailAddress, tenantId, partitionId, contactId } = reviewInvitations
  const isThere = sql`select from ${contacts} where ${contacts.tenantId} = ${tenantId} and ${contacts.partitionId} = ${partitionId}
    and ${contacts.uniqueId} = ${contactId}`
  const company = sql`E'\n\n' || split_part(search_text, E'\n', 3) || E'\n\n\n'`
  const nobody = { firstName: '', lastName: '', title: '', number: null, emailAddress: '', firstKey: '', lastKey: '' }
  return tx
    .update(reviewInvitations)
    .set({ ...nobody, searchText: company, updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(and(inArray(state, ['FAILED', 'ANSWERED', 'EXPIRED']), ne(emailAddress, ''), sql`not exists (${isThere})`))
}
