import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { and, inArray, isNull } from 'drizzle-orm'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { rowFilter } from '#kit/record/entity'
import { fullNameOf, users } from '#platform/schema/user.table'
import { staffAmong } from '#platform/user/person.queries'

/** Whom an invitation goes to. */
export interface Guest {
  contactId: string | null
  userId: string | null
  name: string
  emailAddress: string
  language: Language | null
}
interface Named {
  contacts?: readonly string[] | undefined
  users?: readonly string[] | undefined
  addresses?: readonly string[] | undefined
}

const nobody = { contactId: null, userId: null, name: '', language: null }

/** Contacts that who asks may see, each with an address. */
const contactsOf = async (ids: readonly string[], { tx, actor }: WriteContext): Promise<Guest[]> => {
  if (ids.length === 0) return []
  const reach = rowFilter(contactEntity, contactEntity.policy.see, actor)
  const those = and(inArray(contacts.uniqueId, [...ids]), isNull(contacts.deletedAt), reach === 'all' ? undefined : reach)
  const found = await tx.select().from(contacts).where(those)
  if (found.length < ids.length) throw invalid({ contacts: say('Choose contacts of yours') })
  return found.map(({ uniqueId, fullName, email }) => {
    if (!email) throw invalid({ contacts: say('{name} has no e-mail address', { name: fullName }) })
    return { ...nobody, contactId: uniqueId, name: fullName, emailAddress: email }
  })
}

const usersOf = async (ids: readonly string[], { tx }: WriteContext): Promise<Guest[]> => {
  if (ids.length === 0) return []
  if ((await staffAmong(tx, ids)).length < ids.length) throw invalid({ users: say('Choose staff of your own') })
  const found = await tx
    .select()
    .from(users)
    .where(inArray(users.uniqueId, [...ids]))
  return found.map((user) => ({
    ...nobody,
    userId: user.uniqueId,
    name: fullNameOf(user),
    emailAddress: user.emailAddress,
    language: user.language,
  }))
}

/** Those who are named, each address once: a user or a contact before an address that was typed. */
export const guestsOf = async (named: Named, context: WriteContext) => {
  const typed = (named.addresses ?? []).map((emailAddress) => ({ ...nobody, emailAddress }))
  const staff = await usersOf(named.users ?? [], context)
  const known = await contactsOf(named.contacts ?? [], context)
  const byAddress = new Map([...typed, ...known, ...staff].map((guest) => [guest.emailAddress.toLowerCase(), guest]))
  return [...byAddress.values()]
}
