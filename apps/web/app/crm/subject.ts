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

/** A record that the meeting form may have preset. */
export type Preset = Subject | { kind: 'project'; uniqueId: string }

/** The path of the meeting form with these records preset. */
export const newReportPath = (...presets: Preset[]) =>
  `meeting/create?${presets.map(({ kind, uniqueId }) => `${kind}=${uniqueId}`).join('&')}`
