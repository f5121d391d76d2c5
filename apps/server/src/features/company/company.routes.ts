import { companyApi } from '@tradewind/contract/company/company.contract'
import { companyPolicy } from '@tradewind/contract/company/company.policy'
import { and, ne, sql } from 'drizzle-orm'
import type { Database } from '#kit/database/database'
import { livesWhere } from '#kit/database/list'
import { invalid } from '#kit/errors'
import type { Writing } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { crud } from '#kit/record/crud'
import { exporting, type Tickets } from '#kit/record/export'
import { history } from '#kit/record/history'
import { uploading } from '#kit/upload/upload'
import { companyArrival, companyColumns } from './company.sheet.ts'
import { companies, companyKind } from './company.table.ts'

const kept = crud(companyKind)

/** Refuses a name that a living company of this world has, and names that company. */
const nameIsFree = async (legalName: string | undefined, { tx, scope }: Writing, butId?: string) => {
  if (legalName === undefined) return
  const same = livesWhere(companies, sql`lower(btrim(${companies.legalName})) = lower(btrim(${legalName}))`, scope)
  const [taken] = await tx
    .select({ legalName: companies.legalName })
    .from(companies)
    .where(butId ? and(same, ne(companies.uniqueId, butId)) : same)
  if (taken) throw invalid({ legalName: `There is already a company “${taken.legalName}”` })
}

export const companyRoutes = (house: { db: Database; jobs: Jobs; tickets: Tickets }) =>
  routes(companyApi, {
    ...kept,
    ...exporting({ of: companyKind, rules: companyPolicy.export, title: 'Companies', columns: companyColumns }, house),
    ...uploading(companyArrival, house.jobs),
    history: history(companyKind),

    create: async (fields, context) => {
      await nameIsFree(fields.legalName, context)
      return kept.create(fields, context)
    },

    update: async (change, context) => {
      await nameIsFree(change.legalName, context, change.uniqueId)
      return kept.update(change, context)
    },
  })
