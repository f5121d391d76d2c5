import pg from 'pg'
import { startPostgres } from '../../apps/server/src/services/postgres/postgres.ts'
import { dataNamed, password, settingsOf } from '../data.ts'
import { measure } from '../measure.ts'
import { startChild } from '../process/child.ts'
import { megabytesOf } from '../process/meter.ts'
import { flagsOfStart, isShort, plan, portOf, production, wanted } from '../process/started.ts'
import { appTable } from '../tables.ts'
import { campaigns, forgetCampaigns } from './campaigns.ts'
import { type ReviewSite, reviewCases } from './cases.ts'
import { addReviews, type ReviewSize } from './made.ts'
import { addressOf } from './statements.ts'

// The trust score: public pages, the list of partners, audience, invitations and results, and campaigns of 1,000.

/** Counted up whenever other data are made. */
const VERSION = 1
const whole: ReviewSize = { members: 2000, answers: 1_000_000, unanswered: 300_000, audience: 20_000 }
const short: ReviewSize = { members: 40, answers: 4000, unanswered: 4000, audience: 4000 }
const size = isShort ? short : whole

const { dataDir, made } = await dataNamed(`bench-reviews-${VERSION}-${size.answers}`, size, (_, client) =>
  addReviews(client, size),
)
const postgres = await startPostgres({ dataDir: `${dataDir}/postgres` })
const owner = new pg.Client(postgres.adminUrl())
await owner.connect()
await forgetCampaigns(owner, made)

const app = startChild('app.ts', { env: { ...settingsOf(dataDir), ...production }, flags: flagsOfStart() })
const address = await app.ask<string>('address')

const signIn = async () => {
  const body = JSON.stringify({ username: addressOf(1), password })
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await response.json()) as { data: { accessToken: string } }).data.accessToken
}

const openSite = async (): Promise<ReviewSite> => {
  const { rows } = await owner.query<{ id: string; email_address: string }>(
    `select id, email_address from user_account where email_address like 'member-%@reviews.test' order by created_at, id limit 400`,
  )
  const first = rows.find(({ email_address }) => email_address === addressOf(1))!.id
  return { token: await signIn(), first, ids: rows.map(({ id }) => id) }
}

const site = await openSite()
const undo = () => forgetCampaigns(owner, made)
if (wanted('campaigns')) console.log(`\n${await campaigns({ dataDir, app, address, token: site.token }, isShort ? 2 : 5, undo)}`)

const load = startChild('load.ts')
const cases = reviewCases(site).filter(({ name }) => wanted(name))
const port = await portOf(app)
const slices = await measure({ dataDir, app, plain: app, load, ports: { app: port, plain: port } }, cases, plan, async () => {})
console.log(`\n${appTable(slices, cases)}\n`)
console.log(`The app holds ${Math.round(megabytesOf(app.pid))} MB after all of this.`)

await Promise.all([app, load].map((child) => child.stop()))
await undo()
await owner.query('truncate session')
await owner.end()
await postgres.stop()
