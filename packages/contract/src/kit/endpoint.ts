import { z } from 'zod'
import type { Policy, Rules } from './policy.ts'

/** Who may make a call at all: anyone, whoever is signed in, or the roles that a rule names. Which records it then reaches is the handler's. */
export type Who = 'anyone' | 'signedIn' | Rules

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API: where it lives, who may make it, what goes in (path, query and body as one object), what comes out. */
export interface Endpoint {
  method: Method
  path: string
  who: Who
  /** What it does, in a sentence of the API reference. */
  about: string
  input: z.ZodType
  reply: z.ZodType
  /** `list`: a bare array, its total in X-Total-Count. `created`: 201. `file`: bytes, not the envelope. */
  answers?: 'list' | 'created' | 'file'
  /** The envelope's message: always the same, or by the reply's data. */
  says?: string | ((data: never) => string)
}

/** Keeps an endpoint's own types, down to its path, for its handler and its callers. */
export const endpoint = <const E extends Endpoint>(spec: E): E => spec

export const id = z.uuid('This is not an id')
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

/** A chosen file. A call with one travels as multipart/form-data. */
export const upload = z
  .custom<Uploaded>((value) => typeof value === 'object' && value !== null && 'path' in value, 'Choose a file')
  .meta({ type: 'string', format: 'binary' }) as unknown as z.ZodType<Uploaded, Blob>

/** The fields that the server adds to every record. */
export const stamped = { uniqueId: id, dateCreated: instant, updatedAt: instant, createdBy: id.nullable() }

const page = z.coerce.number('This is not a number').int('This is not a whole number')
const paging = {
  page: page.min(0, 'Pages are counted from 0').max(1_000_000, 'There is no such page').optional(),
  size: page.min(1, 'At least 1').max(500, 'At most 500').optional(),
}
export const needle = z.string().max(200, 'At most 200 characters').optional()

/** What a list may be asked: page, size, order (`field`, or `-field` for the other way), its filters, and `q` for any of its words. */
export const asking = <const S extends string, F extends z.ZodRawShape>(sorts: readonly S[], filters: F) =>
  z.strictObject({
    ...paging,
    sort: z
      .enum([...sorts, ...sorts.map((sort) => `-${sort}` as const)] as [S | `-${S}`], `Sorts by ${sorts.join(', ')}`)
      .optional(),
    q: needle,
    ...filters,
  })

/** Fields that a form sends back because it was given them. They are the server's, and are passed over. */
const passedOver = <R extends z.ZodRawShape, I extends z.ZodRawShape>(record: z.ZodObject<R>, input: z.ZodObject<I>) =>
  Object.fromEntries(
    Object.keys(record.shape)
      .filter((field) => !(field in input.shape))
      .map((field) => [field, z.unknown().optional()]),
  )

/** The fields that a change carries, its record's id, and the `updatedAt` that the change was made on, where it is given. */
const changing = <R extends z.ZodRawShape, I extends z.ZodRawShape>(record: z.ZodObject<R>, input: z.ZodObject<I>) => {
  const own = { ...input.partial().shape, uniqueId: id, updatedAt: instant.optional() }
  type Change = z.ZodObject<typeof own>
  return z
    .strictObject({ ...passedOver(record, input), ...own })
    .transform((fields) => Object.fromEntries(Object.entries(fields).filter(([field]) => field in own))) as unknown as z.ZodType<
    z.output<Change>,
    z.input<Change>
  >
}

interface RecordSpec<R extends z.ZodRawShape, I extends z.ZodRawShape, S extends string, F extends z.ZodRawShape> {
  /** What it is called in a sentence: 'company'. */
  name: string
  record: z.ZodObject<R>
  input: z.ZodObject<I>
  policy: Policy
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
  { name, record, input, policy }: Pick<RecordSpec<R, I, string, z.ZodRawShape>, 'name' | 'record' | 'input' | 'policy'>,
) => ({
  create: endpoint({
    method: 'POST',
    path: `${path}/`,
    who: policy.create,
    about: `Creates a ${name}.`,
    input: z.strictObject(input.shape),
    reply: record,
    answers: 'created',
    says: `The ${name} was created.`,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${path}/`,
    who: policy.update,
    about: `Changes the fields of a ${name} that the body carries.`,
    input: changing(record, input),
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
