import { contactPolicy } from '@tradewind/contract/crm/policies'
import { contactEntity } from '#crm/schema/contact.table'
import type { ReadContext } from '#kit/http/context'
import { findRecord } from '#kit/record/crud'

/** Refuses a list that is asked for one contact where who asks may not see that contact: it would tell what they have to do with. */
export const requireAskedContact = async ({ contactId }: { contactId?: string | undefined }, context: ReadContext) => {
  if (contactId) await findRecord(contactEntity, contactPolicy.see, contactId, context)
}
