import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { Uploaded } from '@tradewind/contract/kit/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'

/** Bytes that one request may bring in files. */
export const UPLOAD_LIMIT = 50 * 1024 * 1024

const object = (value: unknown): object => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {})

/** Path, query and body as one object; the path wins. Files stand aside on disk until the answer is sent. */
export const inputOf = async (request: FastifyRequest, reply: FastifyReply) => {
  if (Array.isArray(request.body)) throw new Refusal(422, 'The body must be an object')
  const body = request.isMultipart() ? await formOf(request, reply).catch(unreadable) : object(request.body)
  return { ...object(request.query), ...body, ...object(request.params) }
}

/** What the parser says of a broken form has no code; all else has: our refusals, Fastify's, the disk's. */
const unreadable = (error: unknown) => {
  throw error instanceof Refusal || 'code' in (error as object) ? error : new Refusal(400, 'The request could not be read')
}

const formOf = async (request: FastifyRequest, reply: FastifyReply) => {
  const folder = await mkdtemp(join(tmpdir(), 'tradewind-upload-'))
  reply.raw.once('close', () => void rm(folder, { recursive: true, force: true }))
  const form = new Map<string, unknown>()
  for await (const part of request.parts()) {
    const value = part.type === 'file' ? await keepFile(part, join(folder, String(form.size))) : part.value
    form.set(part.fieldname, form.has(part.fieldname) ? [form.get(part.fieldname), value].flat() : value)
  }
  return Object.fromEntries(form)
}

const keepFile = async (part: MultipartFile, path: string): Promise<Uploaded> => {
  const hash = createHash('sha256')
  part.file.on('data', (chunk: Buffer) => hash.update(chunk))
  await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
  if (part.file.truncated) throw new Refusal(413, `A file may have ${UPLOAD_LIMIT / 1024 / 1024} MB at most`)
  return {
    filename: part.filename.slice(0, 255),
    mimetype: part.mimetype,
    size: part.file.bytesRead,
    hash: hash.digest('hex'),
    path,
  }
}
