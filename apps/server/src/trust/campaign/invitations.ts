import { reviewPolicy } from '@tradewind/contract/trust/review.policy'
import type { Invitation } from '@tradewind/contract/trust/review.schemas'
import type { InvitationState } from '@tradewind/contract/trust/review.words'
import type { reviewCampaignApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { eq } from 'drizzle-orm'
import { contains, fold, lines } from '#kit/database/list'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { entity } from '#kit/record/entity'
import { withRelations } from '#kit/record/withRelations'
import { type InvitationRow, reviewInvitations } from '#trust/schema/review.table'
import { barringAmong, mayGoAgain } from './again.ts'

const keyOf = (name: string) => fold(name).slice(0, 200)
const { keep } = reviewPolicy

/** An invitation as its owner lists it. No call of its own creates, changes or removes one. */
export const invitationEntity = entity<typeof reviewInvitations, typeof reviewCampaignApi>({
  name: 'reviewInvitation',
  table: reviewInvitations,
  policy: { see: keep, create: [], update: [], remove: [], restore: [] },
  title: 'lastName',
  computedColumns: ({ firstName, lastName, companyName, emailAddress, title }) => ({
    searchText: lines(firstName, lastName, companyName, `${firstName} ${lastName}`, emailAddress, title),
    firstKey: keyOf(firstName),
    lastKey: keyOf(lastName),
    companyKey: keyOf(companyName),
  }),
  sorts: {
    dateCreated: reviewInvitations.dateCreated,
    firstName: reviewInvitations.firstKey,
    lastName: reviewInvitations.lastKey,
    company: reviewInvitations.companyKey,
  },
  filters: {
    firstName: (needle) => contains(reviewInvitations, needle, 1),
    lastName: (needle) => contains(reviewInvitations, needle, 2),
    company: (needle) => contains(reviewInvitations, needle, 3),
    invitationStatus: (state) => eq(reviewInvitations.state, state as InvitationState),
  },
})

const shown = ({ emailAddress, state, ...row }: InvitationRow, resendable: boolean): Invitation => ({
  ...row,
  email: emailAddress,
  invitationStatus: state,
  resendable,
})

/** Invitations as they are answered. */
export const shownInvitations = async (rows: InvitationRow[], context: ReadContext | WriteContext) => {
  const again = rows.filter((row) => mayGoAgain(row) === null)
  const barring = await barringAmong(readerOf(context), context.actor.uniqueId, again)
  return rows.map((row) => shown(row, mayGoAgain(row) === null && !barring(row)))
}

export const { list, get } = withRelations(invitationEntity, shownInvitations)
