import type { MeetingType } from '@tradewind/contract/crm/meetingReport.fields'
import { today } from '#ui/values/dates'

/** A record that is on the server, or one that a piece of work makes: then `id` is the piece's. */
export interface Ref {
  id: string
  name: string
  isLocal?: boolean
}

export type NewCompany = { legalName: string; country: string; website: string; companyTypeList: string[] }

export interface ContactValues {
  firstName: string
  lastName: string
  title: string
  contactRole: string
  email: string
  number: string
  company: Ref | null
  /** In place of one that is there already. */
  newCompany: NewCompany | null
  hasPhoto: boolean
}

export interface StepValues {
  key: string
  todo: string
  byWhen: string
}

export interface ReportValues {
  date: string
  eventType: MeetingType
  company: Ref | null
  attendees: Ref[]
  text: string
  steps: StepValues[]
}

/** The calls that a piece of work takes, in their order. What one has made is the id under its name in `done`. */
export const calls = ['company', 'contact', 'photo', 'attach', 'report'] as const
export type Call = (typeof calls)[number]

/** Somebody who may be the same person as a new contact. */
export interface Similar {
  id: string
  fullName: string
  companyName: string
}

/**
 * `draft`: being written. `waiting`: to be sent. `sent`: on the server. The others need the person: `refused` by the server, `clash`: there is
 * somebody who may be the same, `unsure`: an answer got lost so long ago that the server no longer knows whether it has seen the call.
 */
export type State = 'draft' | 'waiting' | 'refused' | 'clash' | 'unsure' | 'sent'

interface Common {
  /** Made when the piece was begun: the keys of its calls follow from it, so that each is carried out once. */
  id: string
  madeAt: number
  state: State
  /** When a call went out first that has not been answered, in milliseconds. */
  tried: Partial<Record<Call, number>>
  done: Partial<Record<Call, string>>
  /** Why it was refused: a sentence, and those of its fields. */
  message?: string
  fields?: Readonly<Record<string, string>>
  similar?: readonly Similar[]
  /** The company that bears the name already. */
  existing?: Ref
  /** The person has said that it is somebody else. */
  isSure?: boolean
}
export interface ContactPiece extends Common {
  kind: 'contact'
  values: ContactValues
}
export interface ReportPiece extends Common {
  kind: 'report'
  values: ReportValues
}
export type Piece = ContactPiece | ReportPiece

const begun = () => ({ id: crypto.randomUUID(), madeAt: Date.now(), state: 'draft', tried: {}, done: {} }) as const

export const emptyCompany = (legalName = ''): NewCompany => ({ legalName, country: '', website: '', companyTypeList: [] })

export const newContact = (values: Partial<ContactValues> = {}): ContactPiece => ({
  ...begun(),
  kind: 'contact',
  values: {
    firstName: '',
    lastName: '',
    title: '',
    contactRole: 'INFLUENCER',
    email: '',
    number: '',
    company: null,
    newCompany: null,
    hasPhoto: false,
    ...values,
  },
})

export const newStep = (): StepValues => ({ key: crypto.randomUUID(), todo: '', byWhen: '' })

export const newReport = (values: Partial<ReportValues> = {}): ReportPiece => ({
  ...begun(),
  kind: 'report',
  values: { date: today(), eventType: 'VISIT_AT_FAIR', company: null, attendees: [], text: '', steps: [], ...values },
})

/** How a contact is called in lists. */
export const nameOf = ({ firstName, lastName }: Pick<ContactValues, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** What a piece is called in lists. */
export const titleOf = ({ kind, values }: Piece) => (kind === 'contact' ? nameOf(values) : (values.company?.name ?? ''))

/** The company that a contact has or will have. */
export const companyOf = ({ id, values, done }: ContactPiece): Ref | null => {
  if (values.newCompany === null) return values.company
  return done.company
    ? { id: done.company, name: values.newCompany.legalName }
    : { id, name: values.newCompany.legalName, isLocal: true }
}

/** A piece that is not on the server yet. */
export const isUnsent = ({ state }: Piece) => state !== 'sent'

/** Whether a call is out of which nobody knows what has become: the same one is sent until it is answered, so nothing of it may change. */
export const isOut = ({ tried, done }: Piece) => calls.some((call) => tried[call] !== undefined && done[call] === undefined)

export const mayEdit = (piece: Piece) => isUnsent(piece) && !isOut(piece) && !piece.done.contact

/** The picture as a file, from how it is kept. */
export const fileOf = (data: string, name: string) => {
  const [, type = 'image/jpeg', base64 = ''] = /^data:([^;,]*);base64,(.*)$/.exec(data) ?? []
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  return new File([bytes], `${name}.${type.split('/')[1] ?? 'jpg'}`, { type })
}
