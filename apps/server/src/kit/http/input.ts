import type { MultipartFile } from '@fastify/multipart'
import type { Endpoint, Uploaded } from '@tradewind/contract/kit/endpoint'
import { say, Sentence, sentenceIn } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { DAY_MS } from '../days.ts'
import { invalid, notFound, Refusal } from '../errors.ts'
import type { FormLimit } from './context.ts'

/** The prefix of the temporary folders in which uploaded files are stored until their requests, or the jobs that read them, end. */
export const UPLOAD_FOLDER_PREFIX = 'tradewind-upload-'

const isOld = async (path: string) => {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtimeMs < Date.now() - DAY_MS
}

/** Removes what requests and jobs of killed processes have left: none lasts a day. */
export const removeStaleUploads = async () => {
  const folders = (await readdir(tmpdir()))
    .filter((name) => name.startsWith(UPLOAD_FOLDER_PREFIX))
    .map((name) => join(tmpdir(), name))
  for (const path of folders) if (await isOld(path)) await rm(path, { recursive: true, force: true }).catch(() => {})
}

/** Writes bytes to a temporary file for a reader that starts at its end, until the work is done. */
export const withTemporaryFile = async <T>(bytes: Readable, work: (path: string) => Promise<T>) => {
  const folder = await mkdtemp(join(tmpdir(), UPLOAD_FOLDER_PREFIX))
  try {
    const path = join(folder, 'file')
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const tryToRemove = () => void removeStaleUploads().catch(() => {}) // retried the next day

/** Removes stale uploads now and every day, while the process runs. */
export const removeStaleUploadsDaily = () => {
  tryToRemove()
  setInterval(tryToRemove, DAY_MS).unref()
}

/** The requested path and query, also where the request line has an absolute URL (RFC 9112, 3.2.2). */
export const targetOf = ({ raw }: Pick<FastifyRequest, 'raw'>) => {
  const target = raw.url!.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  return target.startsWith('/') ? target : `/${target}`
}

/** The path as the router matches it: with unnecessary encoding decoded. A path that cannot be decoded stays as it is. */
export const pathOf = (request: Pick<FastifyRequest, 'raw'>) => {
  const [path = '/'] = targetOf(request).split(/[?#]/)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The maximum of faults in the Refusal of one body. */
const MAX_FAULTS = 50
/** The maximum characters of an unknown field's name in the Refusal. */
const MAX_NAME_LENGTH = 100

/** The sentences for a value of a wrong type, by the expected type. */
const typeSentences: Readonly<Record<string, Sentence>> = {
  string: say('This is not a text'),
  number: say('This is not a number'),
  int: say('This is not a whole number'),
  boolean: say('Yes or no'),
  array: say('This is not a list'),
  object: say('This is not an object'),
}

/** The default sentence for an issue whose schema has none. The library's own messages are for programmers. */
const defaultSentence = (issue: z.core.$ZodRawIssue): Sentence => {
  const { code, input } = issue
  if (input === undefined || input === null) return say('This is required')
  if (code === 'invalid_type') return typeSentences[String(issue.expected)] ?? say('This cannot be understood')
  if (code === 'invalid_value') return say('This is not one of the choices')
  if (code === 'too_big')
    return issue.origin === 'string'
      ? say('At most {count} characters', { count: Number(issue.maximum) })
      : say('At most {count}', { count: Number(issue.maximum) })
  if (code === 'too_small')
    return issue.origin === 'number' ? say('At least {count}', { count: Number(issue.minimum) }) : say('This is too short')
  return say('This cannot be understood')
}

/** Passed to the library for issues without a message of the schema's. */
export const sentenceOf = (issue: z.core.$ZodRawIssue) => defaultSentence(issue).error()

type Call = Partial<Pick<Endpoint, 'path' | 'missingFieldsMessage' | 'faultsByItem' | 'missingFor'>>

/**
 * Returns the value as parsed by the schema, or throws one sentence for each invalid field, including those that this actor must send;
 * `missingFieldsMessage` is the message where one of them is empty.
 */
export const parse = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  { path = '', missingFieldsMessage, faultsByItem, missingFor }: Call = {},
  actor?: Actor,
): z.output<S> => {
  const parsed = schema.safeParse(value, { error: sentenceOf })
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  // An invalid id in the path comes from an address, not from a form.
  const message = issues.some(isInvalidIdIn(path))
    ? notFound().sentence
    : issues.some(isEmptyField(value)) && missingFieldsMessage
      ? new Sentence(missingFieldsMessage)
      : undefined
  const missing = actor && missingFor?.(value as Record<string, unknown>, actor)
  throw invalid({ ...missing, ...faultsIn(issues, faultsByItem ? itemOf : fieldOf) }, message)
}

const isInvalidIdIn = (path: string) => (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_format' && issue.format === 'uuid' && path.split('/').includes(`:${issue.path.join('.')}`)

/** One sentence per field, for a limited number of fields. */
const faultsIn = (issues: readonly z.core.$ZodIssue[], nameOf: NameOf) => {
  const faults = new Map<string, Sentence>()
  for (const issue of issues) {
    for (const [field, sentence] of sentences(issue, MAX_FAULTS - faults.size, nameOf)) faults.set(field, sentence)
    if (faults.size >= MAX_FAULTS) break
  }
  return Object.fromEntries(faults)
}

/** The field of an issue is missing or empty. */
const isEmptyField =
  (value: unknown) =>
  ({ path: [field], code }: z.core.$ZodIssue) => {
    const content = (value as Record<PropertyKey, unknown>)[field ?? ''] ?? ''
    const isEmpty = Array.isArray(content) ? content.length === 0 : typeof content === 'string' && content.trim() === ''
    return code !== 'unrecognized_keys' && isEmpty
  }

type NameOf = (path: readonly PropertyKey[]) => string

/** The form field of a path: a fault inside a list belongs to the list. */
const fieldOf: NameOf = (path) => {
  const at = path.findIndex((part) => typeof part === 'number')
  return (at < 0 ? path : path.slice(0, at)).join('.')
}

/** The same by item: only a fault of a plain value of a list belongs to the list. */
const itemOf: NameOf = (path) => path.slice(0, path.findLastIndex((part) => typeof part !== 'number') + 1).join('.')

const sentences = (issue: z.core.$ZodIssue, most: number, nameOf: NameOf): [string, Sentence][] => {
  if (issue.code !== 'unrecognized_keys') return [[nameOf(issue.path), sentenceIn(issue)]]
  return issue.keys.slice(0, most).map((key) => [nameOf([...issue.path, key.slice(0, MAX_NAME_LENGTH)]), say('Unknown field')])
}

/** The maximum bytes of a form's file, unless the call sets another limit. */
export const UPLOAD_LIMIT = 50 * 1024 * 1024
/** The content type of bytes that are read as a stream. */
export const BYTES_TYPE = 'application/offset+octet-stream'
/** The content type of a browser's form without files. */
export const FORM_FIELDS_TYPE = 'application/x-www-form-urlencoded'
/** The maximum overhead of a form in addition to the bytes of its files. */
const FORM_OVERHEAD_BYTES = 64 * 1024

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''
/** The fields of a query. A blank one, which an empty form input sends, is ignored. */
const queryOf = (query: unknown) => Object.fromEntries(Object.entries(object(query)).filter(([, value]) => !isBlank(value)))

const object = (value: unknown): object => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {})

/** Path, query, headers and body as one object; the path takes precedence. Files are stored on disk until the response is sent. */
export const inputOf = async (request: FastifyRequest, reply: FastifyReply, call: Endpoint, limit?: FormLimit) => {
  if (Array.isArray(request.body)) throw new Refusal(422, say('The body must be an object'))
  const body = await bodyOf(request, reply, call, limit)
  return { ...queryOf(request.query), ...body, ...headerInput(request, call), ...object(request.params) }
}

/** The maximum depth of lists and objects in a body. Functions that recurse, such as JSON.stringify, fail on much deeper ones. */
const MAX_DEPTH = 50
const isTooDeep = (body: object) => {
  let level = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((one) => Object.values(one).filter((value) => typeof value === 'object' && value !== null) as object[])
  }
  return false
}

const bodyOf = async (request: FastifyRequest, reply: FastifyReply, call: Endpoint, limit: FormLimit | undefined) => {
  const isFlowing = request.body instanceof Readable
  if (isFlowing !== (call.bodyType === 'bytes') || !isSupportedType(request, call)) {
    throw new Refusal(415, say('This content type is not supported'))
  }
  if (isFlowing) return { bytes: request.body }
  if (request.body instanceof URLSearchParams) return Object.fromEntries(request.body)
  const most = limit ?? (call.bodyType === 'form' ? noFilesLimit : defaultFormLimit)
  if (request.isMultipart()) return formOf(request, reply, most).catch(throwUnreadable)
  const body = object(request.body)
  if (isTooDeep(body)) throw new Refusal(422, say('This cannot be understood'))
  return body
}

/**
 * Whether the call accepts the body's type. URL-encoded forms need a call that takes forms. A multipart form is written to the disk while it is read:
 * it needs a call that takes forms or files.
 */
const isSupportedType = (request: FastifyRequest, call: Endpoint) => {
  if (call.bodyType === 'form') return true
  return !(request.body instanceof URLSearchParams) && (!request.isMultipart() || takesFiles(call))
}

const takesFilesCache = new WeakMap<Endpoint, boolean>()
/** Whether a call's input has files. */
const takesFiles = (call: Endpoint) => {
  const found = takesFilesCache.get(call) ?? JSON.stringify(schemaOf(call)).includes('"format":"binary"')
  takesFilesCache.set(call, found)
  return found
}
const schemaOf = ({ input }: Endpoint) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })

/** The limit of a form of few short fields: no files. */
const noFilesLimit: FormLimit = { bytes: 0, createError: () => new Refusal(413, say('This is too large')) }

/** The limit of a form's files together, unless the call sets another one. */
const defaultFormLimit: FormLimit = {
  bytes: UPLOAD_LIMIT,
  createError: () => new Refusal(413, say('A file can be {count} MB at most', { count: UPLOAD_LIMIT / 1024 / 1024 })),
}

const headerInput = (request: FastifyRequest, { headers = {} }: Endpoint) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([field, name]) => (name in request.headers ? [[field, request.headers[name]]] : [])),
  )

/** The parser's errors for a malformed form have no code; all others have one: our Refusals, Fastify's errors, the disk's. */
const throwUnreadable = (error: unknown) => {
  throw error instanceof Refusal || 'code' in (error as object) ? error : new Refusal(400, say('The request could not be read'))
}

const formOf = async (request: FastifyRequest, reply: FastifyReply, limit: FormLimit) => {
  if (Number(request.headers['content-length']) > limit.bytes + FORM_OVERHEAD_BYTES) throw limit.createError()
  const folder = await mkdtemp(join(tmpdir(), UPLOAD_FOLDER_PREFIX))
  const clear = () => rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  finished(reply.raw, () => void clear()) // immediately where the connection is already closed
  const form = new Map<string, unknown>()
  const createLimiter = createByteLimiter(limit)
  let files = 0
  for await (const part of request.parts({ limits: { fileSize: limit.bytes + 1 } })) {
    const value = part.type === 'file' ? await saveFile(part, join(folder, String(files++)), createLimiter) : part.value
    form.set(part.fieldname, form.has(part.fieldname) ? [form.get(part.fieldname), value].flat() : value)
  }
  return Object.fromEntries(form)
}

/** Passes the bytes of consecutive files through, until their total exceeds the limit. */
const createByteLimiter = ({ bytes, createError }: FormLimit) => {
  let remaining = bytes
  return () =>
    new Transform({
      transform: (chunk: Buffer, _encoding, pass) => {
        remaining -= chunk.length
        pass(remaining < 0 ? createError() : null, chunk)
      },
    })
}

const saveFile = async (part: MultipartFile, path: string, within: () => Transform): Promise<Uploaded> => {
  const hash = createHash('sha256')
  part.file.on('data', (chunk: Buffer) => hash.update(chunk))
  await pipeline(part.file, within(), createWriteStream(path, { mode: 0o600 }))
  return {
    filename: part.filename.slice(0, 1000),
    mimetype: part.mimetype,
    size: part.file.bytesRead,
    hash: hash.digest('hex'),
    path,
  }
}
