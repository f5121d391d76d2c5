import type pg from 'pg'
import { median } from '../figures.ts'
import type { Child } from '../process/child.ts'
import { measureCpu } from '../process/meter.ts'
import { tableOf } from '../tables.ts'

interface Target {
  dataDir: string
  app: Child
  address: string
  token: string
}

/** Undoes what campaigns have done since then, and what their letters would have done. */
export const undoCampaigns = async (owner: pg.Client, made: string) => {
  await owner.query(`delete from pgboss.job where name like 'review%'`)
  for (const table of ['link_token', 'review_invitation', 'audit'])
    await owner.query(`delete from ${table} where created_at > $1`, [made])
  await owner.query(
    `update trust_score set sent = answered + (select count(*) from review_invitation i
    where i.owner_id = trust_score.owner_id and state <> 'ANSWERED') where updated_at > $1`,
    [made],
  )
  await owner.query('truncate attempt, first_reply')
  await owner.query('vacuum (analyze) review_invitation, link_token, audit')
}

const ROWS = 1000

/** Returns the milliseconds of a campaign to the first 1,000 contacts of an audience that can be invited, and the CPU milliseconds. */
const measureCampaign = async ({ dataDir, app, address, token }: Target) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const selectable = await fetch(`${address}/api/review/audience/selectable`, { headers })
  if (!selectable.ok) throw new Error(`The audience was refused: ${await selectable.text()}`)
  const { data } = (await selectable.json()) as { data: { uniqueIds: string[] } }
  const body = JSON.stringify({ audienceList: data.uniqueIds.slice(0, ROWS) })
  const from = performance.now()
  const { done, node, postgres } = await measureCpu(dataDir, app, async () =>
    (await fetch(`${address}/api/review/campaign`, { method: 'POST', headers, body })).text(),
  )
  if (!done.includes(`"invited":${ROWS}`)) throw new Error(`The campaign was refused: ${done.slice(0, 500)}`)
  return { took: performance.now() - from, node: node / 1000, postgres: postgres / 1000 }
}

/** Runs campaigns of 1,000, one after the other, each undone before the next. */
export const measureCampaigns = async (place: Target, times: number, undo: () => Promise<unknown>) => {
  const done = []
  for (let time = 0; time < times; time++) {
    done.push(await measureCampaign(place))
    await undo()
  }
  return tableOf(
    ['what', 'figure'],
    [
      [`a campaign of ${ROWS}: the first, ms`, done[0]!.took],
      [`… median of ${times}, ms`, median(done.map(({ took }) => took))],
      ['… of node, ms', median(done.map(({ node }) => node))],
      ['… of PostgreSQL, ms', median(done.map(({ postgres }) => postgres))],
    ],
  )
}
