import { z } from 'zod'
import type { Policy, Rules } from './policy.ts'
import { say, type Sentence } from './say.ts'

/** The settings that switch a part of the product on and off for a tenant, and what its calls answer where it is off (403). */
export const switchedOff = {
  DRIVE_ENABLED: say('The drive is switched off'),
  REVIEWS_ENABLED: say('Reviews are switched off'),
  CONTENT_ENABLED: say('The knowledge centre is switched off'),
  SHOW_ASSESSMENT: say('The self-assessment is switched off'),
} as const
export type TenantSwitch = keyof typeof switchedOff

/** Who may make a call at all: anyone, whoever is signed in, or the roles that a rule names. Which records it then reaches is the handler's. */
export type Who = 'anyone' | 'signedIn' | Rules

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API: where it lives, who may make it, what goes in (path, query and body as one object), what comes out. */
export interface Endpoint {
  method: Method
  path: string
  who: Who
  /** Only where the tenant has this switched on: 403 elsewhere, whoever asks. Nothing is lost meanwhile. */
  needs?: TenantSwitch
  /** The super admin may name another tenant with x-tenant, and the call is carried out there. */
  across?: true
  /** One of its fields is a secret: they travel in a body though it deletes, and never in an address. */
  secret?: true
  /**
   * Its answer holds a secret: a token, a key, an address that opens something. It is never compressed: its length, beside what somebody else
   * has chosen, would tell of the secret.
   */
  tellsSecret?: true
  /** What it does, in a sentence of the API reference. */
  about: string
  input: z.ZodType
  reply: z.ZodType
  /**
   * `bytes`: the body is bytes of any number, as application/offset+octet-stream: the handler reads them from the field `bytes` as they
   * come. `form`: the body may also be a form of few short fields, as mail programs and pages without scripts post it.
   */
  takes?: 'bytes' | 'form'
  /** It waits for what other calls of the tenant do: it holds no turn meanwhile, for they need theirs. */
  waits?: true
  /**
   * What it reads may be a few seconds old, from a replica of the database where there is one; never older than what who asks has written. A list
   * may in any case.
   */
  mayLag?: true
  /** Fields that travel in headers: the name of each header, in small letters. */
  headers?: Readonly<Record<string, string>>
  /** Bytes that a JSON body may have, where it is not a megabyte. */
  bodyLimit?: number
  /** `list`: a bare array, its total in X-Total-Count. `created`: 201. `file`: bytes, not the envelope. `headers`: 204, all in headers. */
  answers?: 'list' | 'created' | 'file' | 'headers'
  /** The envelope's message where fields that it must have are not given. */
  lacking?: string
  /** What is wrong within a list of objects is told by item, as `summaries.0.text`; else it is wrong with the list. */
  faultsByItem?: true
  /** The envelope's message: always the same, or by the reply's data. */
  says?: string | ((data: never) => Sentence)
}

/** Keeps an endpoint's own types, down to its path, for its handler and its callers. */
export const endpoint = <const E extends Endpoint>(spec: E): E => spec

/** Calls of a part of the product that a tenant may have switched off. */
export const callsNeeding = <A extends Record<string, Endpoint>>(needs: TenantSwitch, calls: A) =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { ...call, needs }])) as A

/** As it is kept: in small letters, however it is written. */
export const id = z.uuid('This is not an id').toLowerCase()
export const instant = z.iso.datetime({ offset: true })
export const nothing = z.strictObject({})
export const byId = z.strictObject({ uniqueId: id })
export const done = z.object({})
/** The answer of a `file` call: the handler sends the bytes itself. */
export const bytes = z.custom<never>()

/** A file as the server holds it while it answers: written aside on disk, never in memory. */
export interface Uploaded {
  filename: string
  mimetype: string
  /** Bytes. */
  size: number
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string
  path: string
}

/** What a call with `takes: 'bytes'` brings, to be read once. */
export const flowing = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  'Send application/offset+octet-stream',
)

/** A chosen file. A call with one travels as multipart/form-data. */
export const upload = z
  .custom<Uploaded>((value) => typeof value === 'object' && value !== null && 'path' in value, 'Choose a file')
  .meta({ type: 'string', format: 'binary' }) as unknown as z.ZodType<Uploaded, Blob>

/** The fields that the server adds to every record. */
export const stamped = { uniqueId: id, dateCreated: instant, updatedAt: instant, createdBy: id.nullable() }

const page = z.coerce.number('This is not a number').int('This is not a whole number')
const paging = {
  page: page.min(0, 'Pages are counted from 0').max(1_000_000, 'There is no such page').optional(),
  size: page
    .min(1, 'At least 1')
    .max(500, say('At most {count}', { count: 500 }))
    .optional(),
}
export const needle = z
  .string()
  .max(200, say('At most {count} characters', { count: 200 }))
  .optional()

/**
 * When a list tells how many there are. `wait`, and where nothing is said: with its rows. `later`: its rows come at once, and the total with them
 * only where it is known already, else there is no X-Total-Count, and X-Total-Estimated is true. `only`: no rows, the total alone.
 */
const total = z.enum(['wait', 'later', 'only'], 'wait, later or only').optional()

/** What a list may be asked: page, size, order (`field`, or `-field` for the other way), its filters, and `q` for any of its words. */
export const asking = <const S extends string, F extends z.ZodRawShape>(sorts: readonly S[], filters: F) =>
  z.strictObject({
    ...paging,
    total,
    sort: z
      .enum(
        [...sorts, ...sorts.map((sort) => `-${sort}` as const)] as [S | `-${S}`],
        say('You can sort by {fields}', { fields: sorts.join(', ') }),
      )
      .optional(),
    q: needle,
    ...filters,
  })

/** Fields that are known to come and are passed over: they leave the input as if they had not been sent. */
const without = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, z.unknown().optional()]))
const kept = (fields: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => names.includes(field)))

/** What is missing of a new record, by what its other fields say: a sentence for each field. Of fields that are refused nothing is sure. */
export type Missing = (fields: Readonly<Record<string, unknown>>) => Readonly<Record<string, Sentence>>

/** Tells what is missing in one answer with what is wrong with the fields by themselves. */
const telling = (missing: Missing) =>
  z.superRefine<object>(
    (fields, context) => {
      for (const [field, sentence] of Object.entries(missing(fields as Record<string, unknown>)))
        context.addIssue({ code: 'custom', path: [field], ...sentence.error() })
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )

/** The fields of a new record. */
const creating = <I extends z.ZodRawShape>(input: z.ZodObject<I>, ignored: readonly string[], missing: Missing = () => ({})) =>
  z
    .strictObject({ ...without(ignored), ...input.shape })
    .check(telling(missing))
    .transform((fields) => kept(fields, Object.keys(input.shape))) as unknown as z.ZodType<
    z.output<z.ZodObject<I>>,
    z.input<z.ZodObject<I>>
  >

/** What a new record takes where nothing is given is no change of one that stands. */
const withoutDefaults = <I extends z.ZodRawShape>({ shape }: z.ZodObject<I>) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, field instanceof z.ZodDefault ? field.unwrap() : field]),
    ) as unknown as I,
  )

/**
 * The fields that a change carries, its record's id, and the `updatedAt` that the change was made on, where it is given. What a form
 * sends back because it was given it is the server's, and is passed over.
 */
const changing = <R extends z.ZodRawShape, I extends z.ZodRawShape>(
  record: z.ZodObject<R>,
  input: z.ZodObject<I>,
  ignored: readonly string[],
) => {
  const own = { ...withoutDefaults(input).partial().shape, uniqueId: id, updatedAt: instant.optional() }
  type Change = z.ZodObject<typeof own>
  return z
    .strictObject({ ...without([...Object.keys(record.shape), ...ignored]), ...own })
    .transform((fields) => kept(fields, Object.keys(own))) as unknown as z.ZodType<z.output<Change>, z.input<Change>>
}

interface RecordSpec<R extends z.ZodRawShape, I extends z.ZodRawShape, S extends string, F extends z.ZodRawShape> {
  /** What it is called in a sentence: 'company'. */
  name: string
  record: z.ZodObject<R>
  input: z.ZodObject<I>
  policy: Policy
  /** Fields that clients are known to send beside the input, and that are passed over. */
  ignored?: readonly string[]
  /** What a new one lacks, where that follows from several fields. */
  missing?: Missing
  /** What its list may be sorted by. */
  sorts: readonly S[]
  filters: F
}

const readingCalls = <
  const P extends string,
  R extends z.ZodRawShape,
  I extends z.ZodRawShape,
  S extends string,
  F extends z.ZodRawShape,
>(
  path: P,
  { name, record, policy, sorts, filters }: RecordSpec<R, I, S, F>,
) => ({
  list: endpoint({
    method: 'GET',
    path: `${path}/`,
    who: policy.see,
    about: `Lists each ${name} that you may see.`,
    input: asking(sorts, filters),
    reply: z.array(record),
    answers: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:uniqueId`,
    who: policy.see,
    about: `Reads one ${name}.`,
    input: byId,
    reply: record,
  }),
})

const writingCalls = <const P extends string, R extends z.ZodRawShape, I extends z.ZodRawShape>(
  path: P,
  { name, record, input, policy, ignored = [], missing }: Omit<RecordSpec<R, I, string, z.ZodRawShape>, 'sorts' | 'filters'>,
) => ({
  create: endpoint({
    method: 'POST',
    path: `${path}/`,
    who: policy.create,
    about: `Creates a ${name}.`,
    input: creating(input, ignored, missing),
    reply: record,
    answers: 'created',
    says: `The ${name} was created.`,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${path}/`,
    who: policy.update,
    about: `Changes the fields of a ${name} that the body carries.`,
    input: changing(record, input, ignored),
    reply: record,
    says: `The ${name} was saved.`,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:uniqueId`,
    who: policy.remove,
    about: `Moves a ${name} to the trash, for 30 days.`,
    input: byId,
    reply: byId,
    says: 'Deleted Successfully!',
  }),
})

/** The five calls that every plain record has. Spread it and add the record's own calls beside it. */
export const crud = <
  const P extends string,
  R extends z.ZodRawShape,
  I extends z.ZodRawShape,
  const S extends string,
  F extends z.ZodRawShape,
>(
  path: P,
  spec: RecordSpec<R, I, S, F>,
) => ({ ...readingCalls(path, spec), ...writingCalls(path, spec) })

/** As many as the list would have; null for who may not open that list. */
const Count = z.object({ total: z.number(), estimated: z.boolean() }).nullable()

/** The call that tells how much belongs to a record, kind by kind. */
export const counts = <const P extends string, const K extends string>(
  path: P,
  name: string,
  who: Rules,
  kinds: readonly K[],
) => ({
  counts: endpoint({
    method: 'GET',
    path: `${path}/:uniqueId/counts`,
    who,
    about: `How much belongs to one ${name}, as far as who asks may see it. Null stands for a list that they may not open.`,
    input: byId,
    reply: z.object(Object.fromEntries(kinds.map((kind) => [kind, Count])) as Record<K, typeof Count>),
  }),
})
