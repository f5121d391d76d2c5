import type { Contact } from '@tradewind/contract/crm/contact.contract'
import { useRecord } from '#kit/api/records'
import { useEntries } from '#kit/feature'
import { RecordLink } from '#ui/record/RecordLink'
import { Clip } from '#ui/values/Clip'

/** Whether the user has the list of companies. */
export const useMaySeeCompanies = () => useEntries().menu.some(({ path }) => path === 'company/list')

/** The company of a record: a link for users who may see it and have the list of companies, otherwise its name. */
export const CompanyLink = ({ of: { uniqueId, legalName } }: { of: Contact['company'] }) => {
  const mayOpen = useMaySeeCompanies()
  return mayOpen && uniqueId ? <RecordLink kind="company" uniqueId={uniqueId} name={legalName} /> : <Clip>{legalName}</Clip>
}

/** The name of a company of which only the id is known. */
export const CompanyName = ({ uniqueId }: { uniqueId: unknown }) => {
  const { data } = useRecord('company', typeof uniqueId === 'string' && uniqueId ? uniqueId : undefined)
  return data?.legalName ?? '–'
}
