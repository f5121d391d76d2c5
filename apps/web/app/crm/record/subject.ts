/** Whose page it is. */
export interface Subject {
  kind: 'company' | 'contact'
  uniqueId: string
}

/** How a list is asked for what belongs to a company or has to do with a contact: it has a filter for each. */
export const askedFor = ({ kind, uniqueId }: Subject) => (kind === 'company' ? { companyUID: uniqueId } : { contactId: uniqueId })

/** The same of summaries. */
export const summariesAskedFor = ({ kind, uniqueId }: Subject) =>
  kind === 'company' ? { companyUid: uniqueId } : { contactId: uniqueId }

/** The form of a meeting with them. */
export const newReportOf = ({ kind, uniqueId }: Subject) => `meeting/create?${kind}=${uniqueId}`
