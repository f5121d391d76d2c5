import { countryCode } from '@tradewind/contract/country-spellings'
import type { PlanKey } from '@tradewind/contract/plan'
import type { DeliveryPeriod, ServiceKey } from '@tradewind/contract/site/lead.constants'
import { eq } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { DAY_MS } from '#kit/days'
import { dayFromToday, parseTable, timeAtWork, pseudoRandom } from '#kit/record/demo'
import { users } from '#platform/schema/user.table'
import { pageViews } from '#site/schema/analytics.table'
import { leads } from '#site/schema/lead.table'
import { createLead } from './lead.queries.ts'

/** By partition: source | the day, counted from today | name | address | country | number | services > market > period, plan or brand | comments */
const leadRows: Readonly<Record<string, string>> = {
  main: `
ENQUIRY | -351 | Annika Brandt | a.brandt@brandt-ventile.example | Germany | +49 7151 204 18 | PARTNER_SEARCH MEETING_PROGRAMME > Spain > WITHIN_3_MONTHS |
PLAN | -338 | Giulia Ferrante | giulia@ferranteluce.example | Italy | | BASIC | We make lamps, nine people. Does the plan hold for two who work in export?
PARTNER | -317 | Pieter van Loon | pvanloon@loonpompen.example | Netherlands | | Marchetti Valvole | We look for ball valves for our pumps, 400 a month. Who may I call?
ENQUIRY | -296 | Marta Kowalczyk | marta.kowalczyk@sadypomorza.example | Poland | +48 58 300 21 07 | MARKET_RESEARCH PRICING_AND_TERMS > Germany > WITHIN_6_MONTHS |
PLAN | -281 | Oliver Haas | o.haas@haas-sensorik.example | Austria | | PRO | Please call in the morning.
ENQUIRY | -262 | José Luis Ibarra | jl.ibarra@aceitesibarra.example | Spain | +34 953 22 10 40 | FAIR_REPRESENTATION SALES_REPRESENTATION > United States > AFTER_6_MONTHS |
PARTNER | -240 | Siobhan Kearney | siobhan@kearneyfoods.example | Ireland | | | We have sold in Britain alone until now. Where would you begin?
PLAN | -221 | Camille Roussel | camille.roussel@roussel-optique.example | France | | ADVANCE | What do the monthly questions cover? We mostly ask about customs.
ENQUIRY | -204 | Henrik Solberg | henrik@solbergmarin.example | Norway | +47 70 11 42 90 | COMPANY_FORMATION FUNDING_AND_GRANTS > Canada > WITHIN_6_MONTHS |
ENQUIRY | -183 | Elif Yıldız | elif.yildiz@yildiztekstil.example | Türkiye | +90 258 211 30 45 | PARTNER_SEARCH LOGISTICS_AND_CUSTOMS > France > WITHIN_3_MONTHS |
PLAN | -160 | Tom Ashworth | tom@ashworthtools.example | United Kingdom | | STARTER |
PARTNER | -139 | Lena Vogt | lena.vogt@vogt-hotelbedarf.example | Switzerland | | Söderholm Timber | Do you also deliver planed oak in small series, for hotel rooms?
ENQUIRY | -112 | Rui Figueira | rui@figueiracortica.example | Portugal | +351 22 605 71 12 | EXPORT_STRATEGY DIGITAL_MARKETING > Japan > AFTER_6_MONTHS |
PLAN | -88 | Katarzyna Wrona | k.wrona@wronameble.example | Poland | | BUSINESS | Four companies under one roof. What would an agreement look like?
ENQUIRY | -61 | Bianca Moretti | bianca@morettiformaggi.example | Italy | +39 0521 48 20 11 | MEETING_PROGRAMME SALES_TRAINING > Sweden > WITHIN_3_MONTHS |
PARTNER | -37 | Jonas Eklund | jonas.eklund@eklundbat.example | Sweden | | | We need a dealer for small work boats on the Adriatic.
ENQUIRY | -16 | Aoife Byrne | aoife@byrneseaweed.example | Ireland | +353 98 550 14 | MARKET_RESEARCH EXPORT_READINESS > South Korea > IMMEDIATE |
PLAN | -5 | Matteo Galli | m.galli@gallimolle.example | Italy | | ADVANCE | We took the self-assessment last week and would like to talk about the result.
ENQUIRY | -2 | Freya Lindholm | freya@lindholmljus.example | Denmark | +45 75 12 80 33 | GLOBAL_SOURCING SYSTEMS_AND_CRM > Viet Nam > WITHIN_6_MONTHS |`,
  nordhaven: `
ENQUIRY | -74 | Ingvild Moen | ingvild@moenfisk.example | Norway | +47 76 05 11 20 | PARTNER_SEARCH > Portugal > WITHIN_6_MONTHS |
PLAN | -12 | Aksel Dahl | aksel@dahltau.example | Norway | | BASIC | Rope for boats, six people.`,
}

/** The partner with this brand, if any. */
const memberOf = async (tx: Tx, brand: string | undefined) => {
  if (!brand) return null
  const [member] = await tx.select({ uniqueId: users.uniqueId }).from(users).where(eq(users.userCompanyName, brand))
  return member?.uniqueId ?? null
}

/** The fields that depend on the kind: services, market and period; a plan; or a partner. */
const detailsOf = async (tx: Tx, source: string, cell: string) => {
  if (source === 'PLAN') return { source, plan: cell as PlanKey } as const
  if (source === 'PARTNER') return { source, memberId: await memberOf(tx, cell) } as const
  const [services, market, deliveryPeriod] = cell.split('>').map((part) => part.trim())
  return {
    source: 'ENQUIRY',
    services: services!.split(' ') as ServiceKey[],
    targetCountry: countryCode(market!)!,
    deliveryPeriod: deliveryPeriod as DeliveryPeriod,
  } as const
}

/** Adds a year of visitors' enquiries, to the staff's partition, in which the transaction runs. */
export const addLeads = async (tx: Tx, partition: string) => {
  for (const [source, day, name, email, country, number, details, comments] of parseTable(leadRows[partition])) {
    const fields = {
      name: name!,
      email: email!,
      country: countryCode(country!)!,
      contactNumber: number || null,
      comments: comments || null,
    }
    const lead = await createLead(tx, { ...fields, ...(await detailsOf(tx, source!, details!)) })
    const at = timeAtWork(dayFromToday(Number(day)), email)
    await tx.update(leads).set({ dateCreated: at, updatedAt: at }).where(eq(leads.uniqueId, lead.uniqueId))
  }
}

/** Page views on an ordinary working day, by pattern. */
const usualViews = {
  '/': 62,
  '/knowledgeCentre': 34,
  '/blog/:slug': 71,
  '/xareview': 17,
  '/company/:uniqueId': 26,
  '/solutions': 15,
  '/pricing': 22,
  '/aboutUs': 9,
  '/self-assessment': 12,
  '/self-assessment/:uniqueId': 5,
  '/signup': 6,
  '/auth/login': 24,
  '/status/404': 2,
}

const DAYS = 365

/** Fewer on Fridays, few at weekends; August and the days around New Year are quiet. */
const dayFactor = (day: Date) => {
  const week = [0.25, 1.05, 1.15, 1.1, 1, 0.8, 0.2][day.getUTCDay()]!
  const [month, date] = [day.getUTCMonth(), day.getUTCDate()]
  const isQuiet = month === 7 || (month === 11 && date > 22) || (month === 0 && date < 5)
  return week * (isQuiet ? 0.55 : 1)
}

/** The page views of one day, so many days ago: they grow month by month. */
const viewsOf = (ago: number, share: number) => {
  const at = new Date(Date.now() - ago * DAY_MS)
  const day = at.toISOString().slice(0, 10)
  const grown = 0.6 + (0.4 * (DAYS - ago)) / DAYS
  return Object.entries(usualViews).flatMap(([pattern, many]) => {
    const variation = 0.75 + pseudoRandom(50, day, pattern) / 100
    const count = Math.round(many * share * grown * dayFactor(at) * variation)
    return count > 0 ? [{ day, pattern, count }] : []
  })
}

/** Adds a year of page views of a tenant; `share`: the proportion of a busy tenant's views. */
export const addPageViews = async (tx: Tx, share: number) => {
  const days = Array.from({ length: DAYS }, (_, ago) => viewsOf(ago, share))
  await insertMany(tx, pageViews, days.flat())
}
