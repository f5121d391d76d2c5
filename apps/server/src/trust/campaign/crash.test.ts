import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { reviewTriggerApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type NodeProcess, retryJobsOfDeadNodes, spawnNode } from '../../../test/nodeProcess.ts'
import { campaignFixture } from '../../../test/review/campaignFixture.ts'
import { type DeliveryStage, startMailServer } from '../../../test/smtp.ts'

/** `npm run torture:mail`: so many letters and kills, and the real timeout until a node counts as dead. */
const isLong = process.env['MAIL_LETTERS'] !== undefined
const letters = Number(process.env['MAIL_LETTERS'] ?? 60)
const kills = Number(process.env['MAIL_KILLS'] ?? 2)

let app: TestApp
let sink: Awaited<ReturnType<typeof startMailServer>>
let node: NodeProcess | undefined
/** Kills so far; letters started, counted at the stage of the next kill; and the first of these stages. */
const progress = { killed: 0, begun: 0, first: 0 }

/** Each test continues the sequence of the previous one: all stages are covered, also with two kills a test. */
const stages: readonly DeliveryStage[] = ['DATA', 'BYTES', 'RCPT', 'DATA', 'CONNECT', 'MAIL']
const nextStage = () => stages[(progress.first + progress.killed) % stages.length]
const resetProgress = () => Object.assign(progress, { first: progress.first + progress.killed, killed: 0, begun: 0 })
/** The node dies while sending a letter: before it is accepted, during transmission, or after it was accepted and before that is recorded. */
const killAt = (stage: DeliveryStage) => {
  const { killed } = progress
  if (!node || node.isKilled() || killed >= kills || stage !== nextStage()) return undefined
  if (++progress.begun < ((killed + 1) * letters) / (kills + 1)) return undefined
  progress.killed++
  void node.kill()
  return undefined
}

beforeAll(async () => {
  app = await testApp()
  sink = await startMailServer({ mood: killAt })
})
afterAll(async () => {
  await node?.kill()
  await app.close()
  await sink.close()
})

const startNode = () => (node = spawnNode(app, app.appContext.env.dataDir, { SMTP_URL: sink.url }))

const statesOf = async (ownerId: string) => {
  const rows = await app.asOwner<{ state: string; count: number }>(
    'select state, count(*)::int as count from review_invitation where owner_id = $1 group by state',
    [ownerId],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Nodes that die one after the other, and a last one that lives until nothing is queued. `between`: called after each death. */
const outlive = async (ownerId: string, between: () => Promise<unknown>) => {
  while (progress.killed < kills) {
    await startNode().exited
    await between()
    if (!isLong) await retryJobsOfDeadNodes(app, 'review.invitation')
  }
  await startNode().port
  const wait = { timeout: isLong ? 600_000 : 30_000, interval: 100 }
  await expect.poll(async () => isWaiting(await statesOf(ownerId)), wait).toBe(false)
}

const isWaiting = ({ QUEUED = 0, SENDING = 0 }: Record<string, number>) => QUEUED + SENDING > 0

test(
  'whenever the node dies, no letter is sent twice, and each ends as sent or uncertain',
  { timeout: 60_000 + letters * 1000 },
  async () => {
    const campaigns = campaignFixture(app)
    const who = await campaigns.owner()
    await campaigns.campaign(who, await campaigns.audience(who, letters))
    const from = Date.now()
    await outlive(who.uniqueId, () => Promise.resolve())
    const states = await statesOf(who.uniqueId)
    const { SENT = 0, UNCERTAIN = 0 } = states
    const reached = sink.received.flatMap(({ to }) => to)
    console.log({
      letters,
      kills: progress.killed,
      ...states,
      received: reached.length,
      seconds: Math.round((Date.now() - from) / 1000),
    })
    expect(new Set(reached).size).toBe(reached.length)
    expect(SENT + UNCERTAIN).toBe(letters)
    expect(UNCERTAIN).toBeLessThanOrEqual(kills)
    expect(UNCERTAIN).toBeGreaterThan(0)
    expect(reached.length).toBeGreaterThanOrEqual(SENT)
    const [score] = await app.asOwner('select sent from trust_score where owner_id = $1', [who.uniqueId])
    expect(score).toEqual({ sent: letters })
    await node?.kill()
  },
)

test(
  'whenever the node dies, nobody is reminded twice, and each reminder ends as sent or uncertain',
  { timeout: 60_000 + letters * 1000 },
  async () => {
    resetProgress()
    const campaigns = campaignFixture(app)
    const who = await campaigns.owner()
    await campaigns.campaign(who, await campaigns.audience(who, letters), { reminders: true })
    await app.asOwner(`delete from pgboss.job where name = 'review.invitation'`)
    await app.asOwner(`update review_invitation set state = 'SENT', sent_at = now() - interval '8 days' where owner_id = $1`, [
      who.uniqueId,
    ])
    sink.received.length = 0
    const clock = () => app.clock('review.remind')
    await Promise.all([clock(), clock(), clock()])
    await outlive(who.uniqueId, clock)
    await clock()
    const reminders = await app.asOwner<{ state: string; count: number }>(
      'select state, count(*)::int as count from review_reminder where owner_id = $1 group by state',
      [who.uniqueId],
    )
    const { SENT = 0, UNCERTAIN = 0 } = Object.fromEntries(reminders.map(({ state, count }) => [state, count]))
    const reached = sink.received.flatMap(({ to }) => to)
    expect(new Set(reached).size).toBe(reached.length)
    expect(SENT + UNCERTAIN).toBe(letters)
    expect(UNCERTAIN).toBeGreaterThan(0)
    expect(UNCERTAIN).toBeLessThanOrEqual(kills)
    expect(reached.length).toBeGreaterThanOrEqual(SENT)
    expect(await statesOf(who.uniqueId)).toEqual({ SENT: letters })
    await node?.kill()
  },
)

test(
  'whenever the node dies, nobody who was met is asked twice, and each invitation ends as sent or uncertain',
  { timeout: 60_000 + letters * 1000 },
  async () => {
    resetProgress()
    const campaigns = campaignFixture(app)
    const who = await campaigns.owner()
    const ids = await campaigns.audience(who, letters)
    await app.as(who).call(reviewTriggerApi.save, { kind: 'MEETING_REPORT', isOn: true, days: 7 })
    await app.asOwner(`update review_trigger set since = current_date - 20 where owner_id = $1`, [who.uniqueId])
    const [company] = await app.asOwner<{ id: string }>('select company_id as id from contact where id = $1', [ids[0]])
    for (const days of [9, 8])
      await app.as(who).call(meetingReportApi.create, {
        date: new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
        companyUID: company!.id,
        attendees: ids,
      })
    sink.received.length = 0
    const clock = () => app.clock('review.ask')
    await Promise.all([clock(), clock(), clock()])
    await outlive(who.uniqueId, clock)
    await clock()
    const { SENT = 0, UNCERTAIN = 0 } = await statesOf(who.uniqueId)
    const reached = sink.received.flatMap(({ to }) => to)
    expect(new Set(reached).size).toBe(reached.length)
    expect(SENT + UNCERTAIN).toBe(letters)
    expect(UNCERTAIN).toBeLessThanOrEqual(kills)
    expect(reached.length).toBeGreaterThanOrEqual(SENT)
    const [kept] = await app.asOwner<{ asked: number; left: number }>(
      `select count(campaign_id)::int as asked, count(because)::int as left from review_trigger_ask where owner_id = $1`,
      [who.uniqueId],
    )
    expect(kept).toEqual({ asked: letters, left: letters })
    await node?.kill()
  },
)
