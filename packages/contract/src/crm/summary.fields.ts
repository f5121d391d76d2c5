import { createdBy, dateCreated, type FieldSpecs } from '../kit/entityFields.ts'
import { phrase } from '../kit/phrase.ts'

const shares = { type: 'references', prompt: '', maxItems: 500, readOnly: true, where: true } as const

/** The fields of a summary that lists filter and sort by. Cards show it, and dialogs write it. */
export const summaryFields = {
  company: {
    label: phrase('Company'),
    type: 'reference',
    named: 'company',
    by: 'legalName',
    readOnly: true,
    searchLine: 1,
    filter: true,
    where: true,
  },
  /** The company's. */
  country: { label: phrase('Country'), type: 'country', readOnly: true, where: true },
  meetingDate: { label: phrase('Meeting Date'), type: 'day', readOnly: true, sortable: true, where: true },
  /** The users with whom it is shared individually. */
  sharedWith: { ...shares, label: phrase('Shared With'), by: 'fullName', kind: 'person' },
  sharedWithProjects: { ...shares, label: phrase('Shared with project'), by: 'name', kind: 'project' },
  /** The users with whom it is shared, individually or by one of its projects. */
  readers: { ...shares, label: phrase('Shared with, also by project'), by: 'fullName', kind: 'person' },
  createdBy,
  dateCreated,
} as const satisfies FieldSpecs
