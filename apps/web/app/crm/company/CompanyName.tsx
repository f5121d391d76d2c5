import { useRecord } from '#kit/api/records'

/** A company by its name, where only its id is known. */
export const CompanyName = ({ uniqueId }: { uniqueId: unknown }) => {
  const { data } = useRecord('company', typeof uniqueId === 'string' && uniqueId ? uniqueId : undefined)
  return data?.legalName ?? '–'
}
