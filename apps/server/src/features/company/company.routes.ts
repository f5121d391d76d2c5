import { companyApi } from '@tradewind/contract/company/company.contract'
import { companyPolicy, seesOutline } from '@tradewind/contract/company/company.policy'
import { isMember } from '@tradewind/contract/roles'
import { allow } from '#kit/access'
import type { Database } from '#kit/database/database'
import { checkAll, conflict, invalid } from '#kit/errors'
import type { Writing } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { crud, findRecord } from '#kit/record/crud'
import { exporting, type Tickets } from '#kit/record/export'
import { history } from '#kit/record/history'
import { joined } from '#kit/record/joined'
import { anyKind } from '#kit/record/kind'
import { countChildren } from '#kit/record/tree'
import { uploading } from '#kit/upload/upload'
import type { Decisions } from '../tenantSetting/tenantSetting.queries.ts'
import { askedBy, nameIsFree } from './company.queries.ts'
import { companyArrival, companyColumns } from './company.sheet.ts'
import { companyKind } from './company.table.ts'

const kept = crud(companyKind)

const read = joined(companyKind, async (rows, { actor }) => {
  if (!seesOutline(actor)) return rows
  return rows.map((row) => ({ ...row, companyTypeList: [], address: null, taxRefNumber: null, createdBy: null }))
})

/** The ninth type is for staff. A member's company that has it keeps it. */
const typesAreFree = (types: readonly string[] | undefined, before: readonly string[], { actor }: Writing) => {
  if (isMember(actor) && types?.includes('END_USER') && !before.includes('END_USER'))
    throw invalid({ companyTypeList: 'End users are entered by staff alone' })
}

export const companyRoutes = (house: { db: Database; jobs: Jobs; tickets: Tickets; decisions: Decisions }) =>
  routes(companyApi, {
    ...kept,
    ...read,
    ...exporting({ of: companyKind, rules: companyPolicy.export, title: 'Companies', columns: companyColumns }, house),
    ...uploading(companyArrival, house),
    history: history(companyKind, companyApi.history.who),
    list: (asked, context) => read.list(askedBy(context.actor, asked), context),

    create: async (fields, context) => {
      await checkAll(
        () => typesAreFree(fields.companyTypeList, [], context),
        () => nameIsFree(fields.legalName, context),
      )
      return kept.create(fields, context)
    },

    remove: async ({ uniqueId, cascade = false }, context) => {
      const company = await findRecord(companyKind, companyPolicy.see, uniqueId, context, 'update')
      const counted = await countChildren(anyKind(companyKind), uniqueId, context)
      const depends = Object.values(counted).some((many) => many > 0)
      if (depends && !cascade) {
        allow(context.actor, companyPolicy.remove, company)
        throw conflict('Other records belong to this company', counted)
      }
      return kept.remove({ uniqueId }, context)
    },

    update: async (change, context) => {
      await checkAll(
        async () => {
          if (!change.companyTypeList?.includes('END_USER')) return
          const { companyTypeList } = await findRecord(companyKind, companyPolicy.see, change.uniqueId, context)
          typesAreFree(change.companyTypeList, companyTypeList, context)
        },
        () => nameIsFree(change.legalName, context, { butId: change.uniqueId }),
      )
      return kept.update(change, context)
    },
  })
