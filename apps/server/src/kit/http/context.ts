import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import type { Actor } from '@tradewind/contract/roles'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Database, Reader, Tx } from '../database/database.ts'
import type { Page } from '../database/list.ts'
import type { Scope } from '../database/scoped.ts'

/** The actor and the circumstances of a call. A visitor is an actor without roles. The scope is the actor's own, unless a super admin acts in another tenant. */
export interface RequestContext {
  actor: Actor
  scope: Scope
  /** The session of the call, if there is one. */
  sessionId: string | undefined
  /** The client's address, by TRUST_PROXY. */
  ip: string
  /** The browser's User-Agent, shortened. */
  device: string
  /** An IANA name. */
  timeZone: string
  /** The browser's preferred languages, from Accept-Language. */
  acceptedLanguages?: string | undefined
}

export interface ReadContext extends RequestContext {
  db: Reader
  /** Streams any number of rows, a thousand at a time. */
  stream: <Row>(query: Parameters<Database['stream']>[1]) => AsyncGenerator<Row[]>
}
/** All that a writing call does is committed or rolled back with this transaction. */
export interface WriteContext extends RequestContext {
  tx: Tx
}
/** The reader of a call: single reads, or its transaction. */
export const readerOf = (context: Pick<ReadContext, 'db'> | Pick<WriteContext, 'tx'>): Reader | Tx =>
  'tx' in context ? context.tx : context.db

/** Finds a user, if not deleted, with the rights that the policies give them now: they may have been revoked since a job was enqueued. */
export type FindActor = (tenantId: string, userId: string) => Promise<Actor | undefined>
/** The context of a job that works on behalf of a user, without its transaction. */
export const jobContext = (actor: Actor, scope: Scope): Omit<WriteContext, 'tx'> => ({
  actor,
  scope,
  sessionId: undefined,
  ip: '',
  device: '',
  timeZone: 'UTC',
})

/** A call that opens its own transactions. */
export interface ManualContext extends RequestContext {
  db: Reader
  /** Returns a context that reads as another actor, on whose behalf the call is made, in that actor's own scope. `mayLag`: the data may be a few seconds old. */
  readAs: (actor: Actor, mayLag?: boolean) => Promise<ReadContext>
  write: <T>(work: (context: WriteContext) => Promise<T>) => Promise<T>
  /**
   * The same, in another partition of the tenant where one is given. For a POST with an Idempotency-Key, also a visitor's, a repeat gets the result
   * of the first call.
   */
  writeOnce: <T>(work: (context: WriteContext) => Promise<T>, scope?: Scope) => Promise<T>
}

/** A whole list, of any length. */
export interface StreamedList<Row> {
  stream: AsyncIterable<Row[]>
}
/** A file to download. */
export interface FileAnswer {
  name: string
  type: string
  body: Readable | Buffer | RangedBytes
  /** Public, immutable and made by the server: browsers may show and cache it, on any page. */
  isPublic?: boolean
  /** Made by the server, for display: browsers open it inline, and no script in it may run. */
  isInline?: boolean
  /** Made by the server, to be opened by a program: it keeps its type, which for files of others is one of few. */
  isGenerated?: boolean
}
/** Bytes of which a range may be requested (RFC 9110, 14). */
export interface RangedBytes {
  size: number
  /** Identifies exactly these bytes, as an ETag: letters and digits. */
  tag: string
  /** Opens the given range, both ends included. Undefined for an empty file. */
  open: (range: { start: number; end: number } | undefined) => Promise<Readable>
}

type Reply<E extends Endpoint> = z.input<E['reply']>
type Listed<E extends Endpoint> = Reply<E> extends (infer One)[] ? One : never
export type Answer<E extends Endpoint> = E extends { replyType: 'file' }
  ? FileAnswer
  : E extends { replyType: 'list' }
    ? Page<Listed<E>> | StreamedList<Listed<E>>
    : Reply<E>

type Handle<E extends Endpoint, Context> = (input: z.output<E['input']>, context: Context) => Promise<Answer<E>>
export interface ManualHandler<E extends Endpoint> {
  handleManually: Handle<E, ManualContext>
  /** Called before a form is read. */
  limit?: (context: RequestContext) => Promise<FormLimit>
}
/** The maximum bytes of all files of a form together, and the error for more. */
export interface FormLimit {
  bytes: number
  createError: () => Error
}
/** A handler with a size limit for its form: more is rejected while it arrives, or before, where its length is known. */
export interface LimitedHandler<E extends Endpoint> {
  limit: (context: RequestContext) => Promise<FormLimit>
  handleInTransaction: Handle<E, WriteContext>
}
/** A handler in one transaction, with a check of the tenant's own fields: their faults are reported together with those of other fields. */
export interface CheckedHandler<E extends Endpoint> {
  handleInTransaction: Handle<E, WriteContext>
  /** Throws a 422 Refusal for invalid values of the tenant's own fields in an input that is not parsed. */
  checkOwnFields: (input: object, context: WriteContext) => Promise<unknown>
}
/** A GET reads, all others write in one transaction; `handleManually` opens its own, `limit` is called before a form is read. */
export type Handler<E extends Endpoint> =
  | Handle<E, E extends { method: 'GET' } ? ReadContext : WriteContext>
  | ManualHandler<E>
  | LimitedHandler<E>
  | CheckedHandler<E>
export type Handlers<A> = { [Name in keyof A]: A[Name] extends Endpoint ? Handler<A[Name]> : never }

/** A handler that is not one transaction: it waits for something, or must keep a part of its changes when it throws a Refusal. */
export const manualTransaction = <Input, Out>(handle: (input: Input, context: ManualContext) => Promise<Out>) => ({
  handleManually: handle,
})

/** A call that is being processed. */
export interface PendingCall {
  requestContext: RequestContext
  input: unknown
  request: FastifyRequest
  reply: FastifyReply
}
