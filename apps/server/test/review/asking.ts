import { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { eq } from 'drizzle-orm'
import { companies } from '#crm/schema/company.table'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { insertMany } from '#kit/database/insert'
import { type InvitationRow, reviewAudience, reviewInvitations } from '#trust/schema/review.table'
import type { Someone, TestApp } from '../app.ts'
import { reviewsOf } from './reviews.ts'

type Fields = Partial<typeof contacts.$inferInsert>

let made = 0

const rowOf = (companyId: string, over: Fields) => {
  const number = ++made
  const named = { firstName: 'Ada', lastName: `Byron ${number}`, title: 'Buyer', contactRole: 'INFLUENCER' as const }
  const place = { companyId, country: 'DE', companyName: 'Customers' }
  const row = { ...named, ...place, email: `ada.${number}@customer.example`, number: null, ...over }
  return { ...row, ...contactEntity.computedColumns(row) }
}

const audienceOf =
  ({ appContext }: TestApp) =>
  (who: Someone, given: number | readonly Fields[]) =>
    appContext.db.write(who, async (tx) => {
      const named = { legalName: `Customers ${++made}`, country: 'DE', website: 'https://customer.example' }
      const [company] = await tx
        .insert(companies)
        .values({ ...named, companyTypeList: ['END_USER'] })
        .returning()
      const fields = typeof given === 'number' ? Array.from({ length: given }, () => ({})) : given
      const rows = fields.map((over) => rowOf(company!.uniqueId, over))
      const ids = await insertMany(tx, contacts, rows)
      const joined = ids.map((contactId) => ({ ownerId: who.uniqueId, contactId }))
      await insertMany(tx, reviewAudience, joined)
      return ids
    })

const invitationsOf =
  ({ appContext }: TestApp) =>
  (who: Someone): Promise<InvitationRow[]> => {
    const { ownerId, dateCreated, uniqueId } = reviewInvitations
    const those = appContext.db.as(who).select().from(reviewInvitations).where(eq(ownerId, who.uniqueId))
    return those.orderBy(dateCreated, uniqueId)
  }

/** The payload of the job that sends an invitation's letter. */
const errandOf = ({ tenantId, partitionId, uniqueId: invitationId, letters: letter }: InvitationRow) => ({
  tenantId,
  partitionId,
  invitationId,
  letter,
})

/** Users who ask for reviews: with a brand, a survey type and an audience. */
export const askingOf = (app: TestApp) => {
  const { owner } = reviewsOf(app)
  const [audience, invitations] = [audienceOf(app), invitationsOf(app)]
  const campaign = (who: Someone, audienceList: string[], more: object = {}, headers?: Record<string, string>) =>
    app.as(who).call(reviewCampaignApi.campaign, { audienceList, ...more }, headers)
  return {
    owner,
    /** Adds contacts to a user's audience, in a few statements however many: these, or this number of them. */
    audience,
    campaign,
    /** All invitations of a user, oldest first. */
    invitations,
    errandOf,
    /** A user who has invited one customer, whose letter is queued. */
    asked: async (over: Fields = {}) => {
      const who = await owner()
      await campaign(who, await audience(who, [over]))
      const [invitation] = await invitations(who)
      return { who, invitation: invitation!, payload: errandOf(invitation!) }
    },
    /** The current row of the invitation. */
    now: async (invitation: InvitationRow) => {
      const { uniqueId } = reviewInvitations
      const those = app.appContext.db.as(invitation).select().from(reviewInvitations)
      return (await those.where(eq(uniqueId, invitation.uniqueId)))[0]!
    },
  }
}
export type Asked = Awaited<ReturnType<ReturnType<typeof askingOf>['asked']>>
