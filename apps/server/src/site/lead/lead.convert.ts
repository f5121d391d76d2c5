import type { CompanyInput } from '@tradewind/contract/crm/company.contract'
import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import type { ContactInput } from '@tradewind/contract/crm/contact.contract'
import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { leadPolicy } from '@tradewind/contract/site/lead.policy'
import { say } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { allow } from '#kit/rowFilter'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { crud, findRecord } from '#kit/record/crud'
import { anyEntity } from '#kit/record/entity'
import { requireReference } from '#kit/record/requireReference'
import { changesOf } from '#kit/record/trail/audit'
import { note } from '#kit/record/trail/note'
import { nameIsFree } from '#crm/company/company.queries'
import { companyEntity } from '#crm/schema/company.table'
import { contactEntity } from '#crm/schema/contact.table'
import { withOthers } from './lead.reading.ts'
import { type Lead, leadEntity, leads } from '#site/schema/lead.table'

interface Asked {
  uniqueId: string
  companyId?: string | undefined
  company?: CompanyInput | undefined
  contact: Omit<z.output<typeof ContactInput>, 'companyId'>
}

const shown = async (lead: Lead, context: WriteContext) => (await withOthers([lead], context))[0]!

/** A lead is one contact: where that still lives, it is not made again. */
const isStillOne = async (lead: Lead, context: WriteContext) => {
  const { company, contact } = await shown(lead, context)
  if (contact) throw conflict(say('This lead is a contact already.'), { company, contact })
}

const newCompany = async (fields: CompanyInput, context: WriteContext) => {
  allow(context.actor, companyPolicy.create)
  await nameIsFree(fields.legalName, context, { field: 'company.legalName' })
  return crud(companyEntity).create(fields, context)
}

const companyOf = ({ companyId, company }: Asked, context: WriteContext) => {
  if (Boolean(companyId) === Boolean(company)) throw invalid({ companyId: say('Choose a company, or enter a new one') })
  if (company) return newCompany(company, context)
  return requireReference(companyEntity, companyPolicy.see, ['companyId', companyId!], say('Choose a company'), context)
}

/** Makes a lead a company, where none is named that is there, and a contact of it: all of it or nothing, and once. */
export const convert = async (asked: Asked, context: WriteContext) => {
  const lead = await findRecord(leadEntity, leadPolicy.convert, asked.uniqueId, context, 'update')
  await isStillOne(lead, context)
  allow(context.actor, contactPolicy.create)
  const { uniqueId: companyId, legalName: companyName, country } = await companyOf(asked, context)
  const contact = await crud(contactEntity).create({ ...asked.contact, companyId, companyName, country }, context)
  const change = { companyId, contactId: contact.uniqueId }
  const [changed] = await context.tx
    .update(leads)
    .set({ ...change, updatedAt: nextUpdatedAt(leads.updatedAt) })
    .where(eq(leads.uniqueId, lead.uniqueId))
    .returning()
  const names = { company: companyName, contact: contact.fullName }
  await note(context, anyEntity(leadEntity), 'CHANGED', [changed!], changesOf({ company: null, contact: null }, names))
  return shown(changed!, context)
}
