import type pg from 'pg'
import { startAlone } from '../alone.ts'
import { loadOrCreateData } from '../data.ts'
import { isSelected, isShort } from '../process/options.ts'
import { measureCampaigns, undoCampaigns } from './campaigns.ts'
import { reviewCases, type ReviewSite } from './cases.ts'
import { addReviews, type ReviewSize } from './made.ts'
import { addressOf } from './statements.ts'

// The trust score: public pages, the list of partners, audience, invitations and results, and campaigns of 1,000.

/** Increased whenever the generated data change. */
const VERSION = 1
const fullSize: ReviewSize = { members: 2000, answers: 1_000_000, unanswered: 300_000, audience: 20_000 }
const shortSize: ReviewSize = { members: 40, answers: 4000, unanswered: 4000, audience: 4000 }
const size = isShort ? shortSize : fullSize

const { dataDir, made } = await loadOrCreateData(`bench-reviews-${VERSION}-${size.answers}`, size, (_, client) =>
  addReviews(client, size),
)
const undo = (owner: pg.Client) => undoCampaigns(owner, made)
const alone = await startAlone(dataDir, undo)
const { owner, app, address } = alone

const openSite = async (): Promise<ReviewSite> => {
  const { rows } = await owner.query<{ id: string; email_address: string }>(
    `select id, email_address from user_account where email_address like 'member-%@reviews.test' order by created_at, id limit 400`,
  )
  const first = rows.find(({ email_address }) => email_address === addressOf(1))!.id
  return { token: await alone.signIn(addressOf(1)), first, ids: rows.map(({ id }) => id) }
}

const site = await openSite()
const place = { dataDir, app, address, token: site.token }
if (isSelected('campaigns')) console.log(`\n${await measureCampaigns(place, isShort ? 2 : 5, () => undo(owner))}`)
await alone.measure(reviewCases(site))
await alone.close(() => undo(owner))
