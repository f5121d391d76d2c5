import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { eq } from 'drizzle-orm'
import { companies } from '#crm/schema/company.table'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { insertMany } from '#kit/database/insert'
import { type InvitationRow, reviewAudience, reviewInvitations } from '#trust/schema/review.table'
import type { TestApp, TestUser } from '../app.ts'
import { reviewFixture } from './reviews.ts'

type ContactFields = Partial<typeof contacts.$inferInsert>

let customerCount = 0

const contactRow = (companyId: string, over: ContactFields) => {
  const number = ++customerCount
  const named = { firstName: 'Ada', lastName: `Byron ${number}`, title: 'Buyer', contactRole: 'INFLUENCER' as const }
  const companyFields = { companyId, country: 'DE', companyName: 'Customers' }
  const row = { ...named, ...companyFields, email: `ada.${number}@customer.example`, number: null, ...over }
  return { ...row, ...contactEntity.computedColumns(row) }
}

const audienceAdder =
  ({ appContext }: TestApp) =>
  (who: TestUser, contactsOrCount: number | readonly ContactFields[]) =>
    appContext.db.write(who, async (tx) => {
      const named = { legalName: `Customers ${++customerCount}`, country: 'DE', website: 'https://customer.example' }
      const [company] = await tx
        .insert(companies)
        .values({ ...named, companyTypeList: ['END_USER'] })
        .returning()
      const fields = typeof contactsOrCount === 'number' ? Array.from({ length: contactsOrCount }, () => ({})) : contactsOrCount
      const rows = fields.map((over) => contactRow(company!.uniqueId, over))
      const ids = await insertMany(tx, contacts, rows)
      const audienceRows = ids.map((contactId) => ({ ownerId: who.uniqueId, contactId }))
      await insertMany(tx, reviewAudience, audienceRows)
      return ids
    })

const invitationLister =
  ({ appContext }: TestApp) =>
  (who: TestUser): Promise<InvitationRow[]> => {
    const { ownerId, dateCreated, uniqueId } = reviewInvitations
    const those = appContext.db.as(who).select().from(reviewInvitations).where(eq(ownerId, who.uniqueId))
    return those.orderBy(dateCreated, uniqueId)
  }

/** The payload of the job that sends an invitation's letter. */
const letterPayload = ({ tenantId, partitionId, uniqueId: invitationId, letters: letter }: InvitationRow) => ({
  tenantId,
  partitionId,
  invitationId,
  letter,
})

/** Users who ask for reviews: with a brand, a survey type and an audience. */
export const campaignFixture = (app: TestApp) => {
  const { owner } = reviewFixture(app)
  const [audience, invitations] = [audienceAdder(app), invitationLister(app)]
  const campaign = (who: TestUser, audienceList: string[], more: object = {}, headers?: Record<string, string>) =>
    app.as(who).call(reviewCampaignApi.campaign, { audienceList, ...more }, headers)
  return {
    owner,
    /** Adds contacts to a user's audience, in a few statements however many: these, or this number of them. */
    audience,
    campaign,
    /** All invitations of a user, oldest first. */
    invitations,
    letterPayload,
    /** A user who has invited one customer, whose letter is queued. */
    invited: async (over: ContactFields = {}) => {
      const who = await owner()
      await campaign(who, await audience(who, [over]))
      const [invitation] = await invitations(who)
      return { who, invitation: invitation!, payload: letterPayload(invitation!) }
    },
    /** The current row of the invitation. */
    now: async (invitation: InvitationRow) => {
      const { uniqueId } = reviewInvitations
      const those = app.appContext.db.as(invitation).select().from(reviewInvitations)
      return (await those.where(eq(uniqueId, invitation.uniqueId)))[0]!
    },
  }
}
export type SentInvitation = Awaited<ReturnType<ReturnType<typeof campaignFixture>['invited']>>
