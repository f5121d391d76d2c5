import { z } from 'zod'
import type { Actor } from '../roles.ts'
import { yesOrNo } from './fields.ts'
import type { Policy, Rules } from './policy.ts'
import { say, type Sentence } from './say.ts'

/** The settings that switch a part of the product on or off for a tenant, and the message of its calls where it is off (403). */
export const switchedOff = {
  DRIVE_ENABLED: say('The drive is switched off'),
  REVIEWS_ENABLED: say('Reviews are switched off'),
  CONTENT_ENABLED: say('The knowledge centre is switched off'),
  SHOW_ASSESSMENT: say('The self-assessment is switched off'),
} as const
export type TenantSwitch = keyof typeof switchedOff

/** Access may make a call at all: anyone, any signed-in user, or the roles that a rule names. The handler decides which records it then reaches. */
export type Access = 'anyone' | 'signedIn' | Rules

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API: its path, who may make it, its input (path, query and body as one object) and its reply. */
export interface Endpoint {
  method: Method
  path: string
  access: Access
  /** Available only where the tenant has this switched on: otherwise 403 for everyone. No data is lost while it is off. */
  tenantSwitch?: TenantSwitch
  /** The super admin may name another tenant with x-tenant, and the call then runs there. */
  acrossTenants?: true
  /** One of its fields is a secret: the fields are sent in the body, even of a DELETE, and never in an address. */
  secret?: true
  /**
   * Its reply contains a secret: a token, a key, or an address that opens something. It is never compressed: the compressed length, together with
   * text that somebody else has chosen, would reveal the secret.
   */
  returnsSecret?: true
  /** A one-sentence description for the API reference. */
  summary: string
  input: z.ZodType
  reply: z.ZodType
  /**
   * `bytes`: the body is a stream of bytes of any length, as application/offset+octet-stream; the handler reads them from the field `bytes` as they
   * arrive. `form`: the body may also be a form of few short fields, as mail programs and pages without scripts post it.
   */
  bodyType?: 'bytes' | 'form'
  /** It waits for other calls of the tenant: it occupies no slot of the tenant's concurrency limit meanwhile, because the others need them. */
  waits?: true
  /**
   * What it reads may be a few seconds old, from a replica of the database where there is one, but never older than the actor's own writes. For a
   * list this always applies.
   */
  mayLag?: true
  /**
   * Its reply is large and rarely changes: browsers store it, and ask each time whether it has changed (ETag, 304). The handler returns the same object
   * until then, so that the reply is prepared only once.
   */
  revalidated?: true
  /** Fields that are sent in headers: the lower-case name of each header. */
  headers?: Readonly<Record<string, string>>
  /** The maximum size of a JSON body in bytes, where it is not one megabyte. */
  bodyLimit?: number
  /** Further sentences of its description in the API reference. */
  about?: string
  /** `list`: a bare array, its total in X-Total-Count. `created`: 201. `file`: bytes, not the envelope. `headers`: 204, all in headers. */
  replyType?: 'list' | 'created' | 'file' | 'headers'
  /**
   * Fields that only some actors must send: a sentence for each one that this actor's fields lack. Reported together with the errors of the single
   * fields; the handler checks it again, with what it looks up.
   */
  missingFor?: (fields: Readonly<Record<string, unknown>>, actor: Actor) => Readonly<Record<string, Sentence>>
  /** The envelope's message where required fields are missing. */
  missingFieldsMessage?: string
  /** Errors within a list of objects are reported by item, as `summaries.0.text`; otherwise they are reported for the list. */
  faultsByItem?: true
  /** The envelope's message: a constant, or a function of the reply's data. */
  message?: string | ((data: never) => Sentence)
}

/** Preserves an endpoint's own types, including its path, for its handler and its callers. */
export const endpoint = <const E extends Endpoint>(spec: E): E => spec

/** Makes these calls available only where the tenant has this switched on. */
export const callsBehindSwitch = <A extends Record<string, Endpoint>>(tenantSwitch: TenantSwitch, calls: A) =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { ...call, tenantSwitch }])) as A

/** Stored in lower case, however it is written. */
export const id = z.uuid('This is not an id').toLowerCase()
export const instant = z.iso.datetime({ offset: true })
export const emptyInput = z.strictObject({})
export const byId = z.strictObject({ uniqueId: id })
export const emptyReply = z.object({})
/** The reply of a `file` call: the handler sends the bytes itself. */
export const fileReply = z.custom<never>()

/** An uploaded file during a call: stored in a temporary file on disk, never in memory. */
export interface Uploaded {
  filename: string
  mimetype: string
  /** Bytes. */
  size: number
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string
  path: string
}

/** The byte stream of a call with `takes: 'bytes'`; it can be read once. */
export const byteStream = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  'Send application/offset+octet-stream',
)

/** An uploaded file. A call with one is sent as multipart/form-data. */
export const upload = z
  .custom<Uploaded>((value) => typeof value === 'object' && value !== null && 'path' in value, 'Choose a file')
  .meta({ type: 'string', format: 'binary' }) as unknown as z.ZodType<Uploaded, Blob>

/** The fields that the server adds to every record. */
export const recordFields = { uniqueId: id, dateCreated: instant, updatedAt: instant, createdBy: id.nullable() }

const page = z.coerce.number('This is not a number').int('This is not a whole number')
const paging = {
  page: page.min(0, 'Pages are counted from 0').max(1_000_000, 'There is no such page').optional(),
  size: page
    .min(1, 'At least 1')
    .max(500, say('At most {count}', { count: 500 }))
    .optional(),
}
export const searchTerm = z
  .string()
  .max(200, say('At most {count} characters', { count: 200 }))
  .optional()

/**
 * When a list returns its total. `wait`, the default: with its rows. `later`: the rows are returned immediately, and the total with them only where
 * it is already known; otherwise X-Total-Count is missing and X-Total-Estimated is true. `only`: no rows, only the total.
 */
const totalMode = z.enum(['wait', 'later', 'only'], 'wait, later or only').optional()

/** The query of a list: page, size, sort order (`field`, or `-field` for descending), its filters, and `q` for a full-text search. */
export const listQuery = <const S extends string, F extends z.ZodRawShape>(sorts: readonly S[], filters: F) =>
  z.strictObject({
    ...paging,
    total: totalMode,
    sort: z
      .enum(
        [...sorts, ...sorts.map((sort) => `-${sort}` as const)] as [S | `-${S}`],
        say('You can sort by {fields}', { fields: sorts.join(', ') }),
      )
      .optional(),
    q: searchTerm,
    ...filters,
  })

/** Fields that clients are known to send and that are ignored: they are removed from the input. */
const ignoreFields = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, z.unknown().optional()]))
const pickFields = (fields: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => names.includes(field)))

/** Returns what a new record lacks, depending on its other fields: a sentence for each missing field. Fields that failed validation are unknown to it. */
export type Missing = (fields: Readonly<Record<string, unknown>>) => Readonly<Record<string, Sentence>>

/** Reports missing fields together with the errors of the single fields. */
const reportMissing = (missing: Missing) =>
  z.superRefine<object>(
    (fields, context) => {
      for (const [field, sentence] of Object.entries(missing(fields as Record<string, unknown>)))
        context.addIssue({ code: 'custom', path: [field], ...sentence.error() })
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )

/** The fields of a new record. */
const createInput = <I extends z.ZodRawShape>(input: z.ZodObject<I>, ignored: readonly string[], missing: Missing = () => ({})) =>
  z
    .strictObject({ ...ignoreFields(ignored), ...input.shape })
    .check(reportMissing(missing))
    .transform((fields) => pickFields(fields, Object.keys(input.shape))) as unknown as z.ZodType<
    z.output<z.ZodObject<I>>,
    z.input<z.ZodObject<I>>
  >

/** The defaults of a new record do not apply to an update. */
const withoutDefaults = <I extends z.ZodRawShape>({ shape }: z.ZodObject<I>) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, field instanceof z.ZodDefault ? field.unwrap() : field]),
    ) as unknown as I,
  )

/**
 * The fields that an update contains, the record's id, and optionally the `updatedAt` that the update is based on. Server-side fields that a form
 * sends back are ignored.
 */
const updateInput = <R extends z.ZodRawShape, I extends z.ZodRawShape>(
  record: z.ZodObject<R>,
  input: z.ZodObject<I>,
  ignored: readonly string[],
) => {
  const shape = { ...withoutDefaults(input).partial().shape, uniqueId: id, updatedAt: instant.optional() }
  type Change = z.ZodObject<typeof shape>
  return z
    .strictObject({ ...ignoreFields([...Object.keys(record.shape), ...ignored]), ...shape })
    .transform((fields) => pickFields(fields, Object.keys(shape))) as unknown as z.ZodType<z.output<Change>, z.input<Change>>
}

interface RecordSpec<R extends z.ZodRawShape, I extends z.ZodRawShape, S extends string, F extends z.ZodRawShape> {
  /** The singular in a sentence: 'company'. */
  name: string
  record: z.ZodObject<R>
  input: z.ZodObject<I>
  policy: Policy
  /** Fields that clients are known to send in addition to the input, and that are ignored. */
  ignored?: readonly string[]
  /** Returns what a new record lacks, where that depends on several fields. */
  missing?: Missing
  /** The fields that its list can be sorted by. */
  sorts: readonly S[]
  filters: F
}

const readCalls = <
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
    access: policy.see,
    summary: `Lists every ${name} that you may see.`,
    input: listQuery(sorts, filters),
    reply: z.array(record),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:uniqueId`,
    access: policy.see,
    summary: `Returns one ${name}.`,
    input: byId,
    reply: record,
  }),
})

const writeCalls = <const P extends string, R extends z.ZodRawShape, I extends z.ZodRawShape>(
  path: P,
  { name, record, input, policy, ignored = [], missing }: Omit<RecordSpec<R, I, string, z.ZodRawShape>, 'sorts' | 'filters'>,
) => ({
  create: endpoint({
    method: 'POST',
    path: `${path}/`,
    access: policy.create,
    summary: `Creates one ${name}.`,
    input: createInput(input, ignored, missing),
    reply: record,
    replyType: 'created',
    message: `The ${name} was created.`,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${path}/`,
    access: policy.update,
    summary: `Updates one ${name}. Fields that are not in the body stay unchanged.`,
    input: updateInput(record, input, ignored),
    reply: record,
    message: `The ${name} was saved.`,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:uniqueId`,
    access: policy.remove,
    summary: `Moves one ${name} to the trash for 30 days.`,
    input: byId,
    reply: byId,
    message: 'Deleted Successfully!',
  }),
})

/** The five calls of every plain record. Spread it and add the record's own calls next to it. */
export const crud = <
  const P extends string,
  R extends z.ZodRawShape,
  I extends z.ZodRawShape,
  const S extends string,
  F extends z.ZodRawShape,
>(
  path: P,
  spec: RecordSpec<R, I, S, F>,
) => ({ ...readCalls(path, spec), ...writeCalls(path, spec) })

/** The total of the list; null where the actor may not open that list. */
const Count = z.object({ total: z.number(), estimated: z.boolean() }).nullable()

/** The call that returns how many records belong to a record, by kind. */
export const countCalls = <const P extends string, const K extends string>(
  path: P,
  name: string,
  access: Rules,
  kinds: readonly K[],
) => ({
  counts: endpoint({
    method: 'GET',
    path: `${path}/:uniqueId/counts`,
    access,
    summary: `Returns how many records of each kind belong to one ${name}, as far as you may see them; of tasks, the open ones. Null stands for a list that you may not open.`,
    input: byId,
    reply: z.object(Object.fromEntries(kinds.map((kind) => [kind, Count])) as Record<K, typeof Count>),
  }),
})

/**
 * The common fields of a tenant's questions, next to their own texts: translations, a position in their group, and whether they are asked. `input` is
 * what a form sends, `record` what is returned.
 */
export const questionFields = <W extends z.ZodRawShape>(words: W) => {
  /** By language of translation; in other languages the original text is shown. */
  const Translations = z.partialRecord(z.enum(['es', 'fr', 'de', 'it'], 'This language is not available'), z.strictObject(words))
  return {
    Translations,
    input: {
      translations: Translations.default({}),
      /** Its position in its group, from 1; by default a new one is last. */
      position: z
        .number('This is not a number')
        .int('This is not a whole number')
        .min(1, 'Places are counted from 1')
        .max(1000, say('At most {count}', { count: 1000 }))
        .optional(),
      /** Whether it is retired, and not asked; `false` asks it again, as the last one unless a position is given. */
      retired: yesOrNo.optional(),
    },
    record: {
      ...recordFields,
      translations: Translations,
      position: z.number(),
      /** Somebody has answered it: its text cannot change, and it can be retired, not deleted. */
      answered: z.boolean(),
      /** It is no longer asked. */
      retired: z.boolean(),
    },
  }
}

/** The message after deleting a question. */
export const removedQuestion = ({ retired }: { retired: boolean }) =>
  retired ? say('The question has answers, so it was retired, not deleted.') : say('Deleted Successfully!')
