import { countryCode } from '@tradewind/contract/country-spellings'
import type { DeliveryPeriod, ServiceKey } from '@tradewind/contract/site/lead.words'
import type { PlanKey } from '@tradewind/contract/plan'
import { eq } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { atWork, dayFromToday, rowsOf } from '#kit/record/demo'
import { users } from '#platform/schema/user.table'
import { keepLead } from './lead.queries.ts'
import { leads } from '#site/schema/lead.table'
import { asked } from './asked.ts'

/** The partner whose brand is meant, where there is one. */
const memberOf = async (tx: Tx, brand: string | undefined) => {
  if (!brand) return null
  const [member] = await tx.select({ uniqueId: users.uniqueId }).from(users).where(eq(users.userCompanyName, brand))
  return member?.uniqueId ?? null
}

/** What the cell says that is a kind's own: services for a market by a time, a plan, or a partner. */
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

/** Adds what visitors have asked over the year, to the partition of the staff that the transaction is in. */
export const addLeads = async (tx: Tx, partition: string) => {
  for (const [source, day, name, email, country, number, details, comments] of rowsOf(asked[partition])) {
    const fields = {
      name: name!,
      email: email!,
      country: countryCode(country!)!,
      contactNumber: number || null,
      comments: comments || null,
    }
    const lead = await keepLead(tx, { ...fields, ...(await detailsOf(tx, source!, details!)) })
    const at = atWork(dayFromToday(Number(day)), email)
    await tx.update(leads).set({ dateCreated: at, updatedAt: at }).where(eq(leads.uniqueId, lead.uniqueId))
  }
}
