import { analyticsApi } from '@tradewind/contract/site/analytics.contract'
import { say } from '@tradewind/contract/kit/say'
import { and, between, desc, eq, sum } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '#kit/database/database'
import { invalid } from '#kit/errors'
import { type ManualContext, manualTransaction, type ReadContext } from '#kit/http/context'
import { type RouteServices, routes } from '#kit/http/routes'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'
import { pageViews } from '#site/schema/analytics.table'
import { openCounter } from './counter.ts'
import { openGate } from './gate.ts'

interface Needs {
  db: Database
  settings: TenantSettings
  logger: Logger
}
interface Range {
  dateFrom: string
  dateTo: string
}
interface Asked extends Range {
  pattern?: string | undefined
}

const DAY = 86_400_000
const MOST_DAYS = 366

const checkRange = ({ dateFrom, dateTo }: Range) => {
  const days = (Date.parse(dateTo) - Date.parse(dateFrom)) / DAY + 1
  if (days < 1) throw invalid({ dateTo: say('Date To is before Date From') })
  if (days > MOST_DAYS) throw invalid({ dateTo: say('Choose a year at most') })
}

/** The calendar day now, in the time zone of the tenant. */
const todayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: timeZone || 'UTC' }).format(new Date())

const viewsIn = async ({ pattern, ...range }: Asked, { db }: ReadContext) => {
  const { day, pattern: named } = pageViews
  const inRange = between(day, range.dateFrom, range.dateTo)
  const ofPattern = pattern === undefined ? inRange : and(inRange, eq(named, pattern))
  const count = sum(pageViews.count).mapWith(Number)
  const [days, patterns] = await Promise.all([
    db.select({ day, count }).from(pageViews).where(ofPattern).groupBy(day).orderBy(day),
    db.select({ pattern: named, count }).from(pageViews).where(inRange).groupBy(named).orderBy(desc(count), named),
  ])
  return { total: patterns.reduce((total, one) => total + one.count, 0), days, patterns }
}

/** Looks at pages are counted in memory, written every few seconds and at the end, and never say who looked. */
export const analyticsRoutes = ({ db, settings, logger }: Needs) => {
  const counter = openCounter(db, logger)
  const pass = openGate(600)
  const mount = routes(analyticsApi, {
    // Apart: it opens no transaction.
    pageView: manualTransaction(async ({ pattern }: { pattern: string }, { scope: { tenantId }, ip }: ManualContext) => {
      pass(ip)
      const { TIME_ZONE } = await settings.of(tenantId)
      counter.add({ tenantId, day: todayIn(TIME_ZONE), pattern })
      return {}
    }),
    pageViews: async (asked, context) => {
      checkRange(asked)
      await counter.write()
      return viewsIn(asked, context)
    },
  })
  return (app: FastifyInstance, appContext: RouteServices) => {
    mount(app, appContext)
    app.addHook('onClose', counter.close)
  }
}
