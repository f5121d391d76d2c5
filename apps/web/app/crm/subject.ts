/** The company or contact that a page is about. */
export interface Subject {
  kind: 'company' | 'contact'
  uniqueId: string
}

/** The filter of a list for the records that belong to a company or involve a contact. */
export const subjectFilter = ({ kind, uniqueId }: Subject) =>
  kind === 'company' ? { companyUID: uniqueId } : { contactId: uniqueId }

/** The same filter for summaries, whose parameter is spelled differently. */
export const summarySubjectFilter = ({ kind, uniqueId }: Subject) =>
  kind === 'company' ? { companyUid: uniqueId } : { contactId: uniqueId }

/** The path of the meeting form with the record preset. */
export const newReportPath = ({ kind, uniqueId }: Subject) => `meeting/create?${kind}=${uniqueId}`
