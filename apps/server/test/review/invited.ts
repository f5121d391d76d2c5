import { isStaff } from '@tradewind/contract/roles'
import { fold, toSearchText } from '#kit/database/list'
import { reviewInvitations } from '#trust/schema/review.table'
import type { TestApp, TestUser } from '../app.ts'

interface InvitedContact {
  uniqueId: string
  firstName: string
  lastName: string
  title: string
  company: { legalName: string }
  contactRole: 'DECISION_MAKER' | 'INFLUENCER' | 'NO_INFLUENCE'
  email: string | null
  number: string | null
}

/** The time this many days ago; a minute from now with `-0.0007`. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Inserts an invitation of a contact as a campaign leaves it: it was sent, unless `over` says otherwise. */
export const insertInvitation = async (
  { appContext }: TestApp,
  owner: TestUser,
  contact: InvitedContact,
  over: Partial<typeof reviewInvitations.$inferInsert> = {},
) => {
  const { firstName, lastName, title, contactRole, number } = contact
  const companyName = contact.company.legalName
  const scope = { tenantId: owner.tenantId, partitionId: isStaff(owner) ? owner.tenantId : owner.uniqueId }
  const values: typeof reviewInvitations.$inferInsert = {
    ownerId: owner.uniqueId,
    createdBy: owner.uniqueId,
    campaignId: crypto.randomUUID(),
    contactId: contact.uniqueId,
    firstName,
    lastName,
    title,
    companyName,
    contactRole,
    number,
    emailAddress: contact.email ?? 'nobody@sample.example',
    language: 'en',
    reviewType: 'Manufacturers',
    state: 'SENT',
    sentAt: over.dateCreated ?? new Date().toISOString(),
    expiresAt: daysAgo(-60),
    firstKey: fold(firstName),
    lastKey: fold(lastName),
    companyKey: fold(companyName),
    searchText: toSearchText(firstName, lastName, companyName),
    ...over,
  }
  const [row] = await appContext.db.write(scope, (tx) => tx.insert(reviewInvitations).values(values).returning())
  return row!
}
