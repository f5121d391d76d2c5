import type { MeetingType } from '@tradewind/contract/crm/meetingReport.fields'
import { today } from '#ui/values/dates'

/** A record on the server, or one that a local piece will create: then `id` is the piece's. */
export interface Ref {
  id: string
  name: string
  isLocal?: boolean
}

export type NewCompany = { legalName: string; country: string; website: string; companyTypeList: string[] }

/** The values of custom fields as their inputs hold them, by key. */
export type CustomInputs = Readonly<Record<string, unknown>>

export interface ContactValues {
  firstName: string
  lastName: string
  title: string
  contactRole: string
  email: string
  number: string
  company: Ref | null
  /** Used instead of an existing company. */
  newCompany: NewCompany | null
  hasPhoto: boolean
  /** Not in what earlier releases have stored. */
  custom?: CustomInputs
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
  /** Not in what earlier releases have stored. */
  custom?: CustomInputs
}

/** The calls that send a piece, in their order. The id that a call returned is stored under its name in `done`. */
export const calls = ['company', 'contact', 'photo', 'attach', 'report'] as const
export type Call = (typeof calls)[number]

/** An existing contact who may be the same person as a new one. */
export interface Similar {
  id: string
  fullName: string
  companyName: string
  /** Not in what earlier releases have stored. */
  companyId?: string
}

/**
 * `draft`: being written. `waiting`: to be sent. `sent`: on the server. The others need the user: `refused` by the server, `clash`: a similar
 * contact exists, `unsure`: a reply was lost so long ago that the server no longer knows whether it received the call.
 */
export type State = 'draft' | 'waiting' | 'refused' | 'clash' | 'unsure' | 'sent'

interface Common {
  /** Created with the piece. The idempotency keys of its calls are derived from it, so that each is carried out once. */
  id: string
  madeAt: number
  state: State
  /** When a call without a reply was first sent, in milliseconds. */
  tried: Partial<Record<Call, number>>
  done: Partial<Record<Call, string>>
  /** The server's error message, and those of the fields. */
  message?: string
  fields?: Readonly<Record<string, string>>
  similar?: readonly Similar[]
  /** The existing company that has the name. */
  existing?: Ref
  /** The user has confirmed that it is a different person. */
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

const newPieceFields = () => ({ id: crypto.randomUUID(), madeAt: Date.now(), state: 'draft', tried: {}, done: {} }) as const

export const emptyCompany = (legalName = ''): NewCompany => ({ legalName, country: '', website: '', companyTypeList: [] })

export const newContact = (values: Partial<ContactValues> = {}): ContactPiece => ({
  ...newPieceFields(),
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
  ...newPieceFields(),
  kind: 'report',
  values: { date: today(), eventType: 'VISIT_AT_FAIR', company: null, attendees: [], text: '', steps: [], ...values },
})

/** The name of a contact in lists. */
export const nameOf = ({ firstName, lastName }: Pick<ContactValues, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** The title of a piece in lists. */
export const titleOf = ({ kind, values }: Piece) => (kind === 'contact' ? nameOf(values) : (values.company?.name ?? ''))

/** The company of a contact, existing or still to be created. */
export const companyOf = ({ id, values, done }: ContactPiece): Ref | null => {
  if (values.newCompany === null) return values.company
  return done.company
    ? { id: done.company, name: values.newCompany.legalName }
    : { id, name: values.newCompany.legalName, isLocal: true }
}

/** As the server compares the names of companies, of which it takes none twice. */
const nameKey = (name: string) => name.trim().toLowerCase()

/** The company that has this name. */
export const withSameName = (name: string, companies: readonly Ref[]) =>
  nameKey(name) === '' ? undefined : companies.find((one) => nameKey(one.name) === nameKey(name))

/** The piece without what the server last had against it. */
export const withoutRefusal = ({ message: _m, fields: _f, similar: _s, existing: _e, ...piece }: Piece) => piece as Piece

const refsOf = (piece: Piece) =>
  piece.kind === 'contact' ? [piece.values.company] : [piece.values.company, ...piece.values.attendees]

/** Returns whether a waiting piece cannot be sent before the user has seen to another one, to which it refers. */
export const isBlocked = (piece: Piece, pieces: readonly Piece[]): boolean =>
  refsOf(piece).some((ref) => {
    const other = ref?.isLocal && pieces.find(({ id }) => id === ref.id)
    if (!other || other.state === 'sent' || other.done.contact) return false
    return other.state !== 'waiting' || isBlocked(other, pieces)
  })

/** A new contact that turned out to be an existing one: reports on it are about the company where that one works. */
export const asExisting = ({ values, done }: ContactPiece, { id, companyId, companyName }: Similar): Partial<ContactPiece> =>
  companyId
    ? { values: { ...values, company: { id: companyId, name: companyName }, newCompany: null }, done: { contact: id } }
    : { done: { ...done, contact: id } }

/** Returns whether nothing has been typed into a draft. */
export const isBlank = ({ kind, state, values }: Piece) => {
  const fresh = kind === 'contact' ? newContact() : newReport()
  return state === 'draft' && JSON.stringify(values) === JSON.stringify(fresh.values)
}

/** A report about a contact that was recorded here. */
export const reportOn = (contact: ContactPiece) =>
  newReport({ company: companyOf(contact), attendees: [{ id: contact.id, name: nameOf(contact.values), isLocal: true }] })

/** A piece that is not on the server yet. */
export const isUnsent = ({ state }: Piece) => state !== 'sent'

/** Returns whether the outcome of a call is unknown: the same call is repeated until there is a reply, so the piece must not change. */
export const hasPendingCall = ({ tried, done }: Piece) =>
  calls.some((call) => tried[call] !== undefined && done[call] === undefined)

export const mayEdit = (piece: Piece) => isUnsent(piece) && !hasPendingCall(piece) && !piece.done.contact

export const mayRemove = (piece: Piece) => isUnsent(piece) && (!hasPendingCall(piece) || piece.state === 'unsure')

/** The stored picture, converted to a file. */
export const fileOf = (data: string, name: string) => {
  const [, type = 'image/jpeg', base64 = ''] = /^data:([^;,]*);base64,(.*)$/.exec(data) ?? []
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  return new File([bytes], `${name}.${type.split('/')[1] ?? 'jpg'}`, { type })
}
