import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import type { Actor } from '@tradewind/contract/roles'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Database, Reader, Source, Tx } from '../database/database.ts'
import type { Page } from '../database/list.ts'
import type { Scope } from '../database/scoped.ts'

/** Who asks, and how. A visitor is an actor without roles. The scope is the actor's own, but where the super admin is abroad. */
export interface RequestContext {
  actor: Actor
  scope: Scope
  /** The session that the call came with, where there is one. */
  sessionId: string | undefined
  /** The address that the call came from, by TRUST_PROXY. */
  ip: string
  /** The browser as it names itself, shortened. */
  device: string
  /** An IANA name. */
  timeZone: string
  /** The languages that the browser prefers, as its Accept-Language names them. */
  accepted?: string | undefined
}
/** The super admin acts in another tenant than the own. */
export const isAbroad = ({ actor, scope }: Pick<RequestContext, 'actor' | 'scope'>) => actor.tenantId !== scope.tenantId

export interface ReadContext extends RequestContext {
  db: Reader
  /** Reads rows of any number, a thousand at a time. */
  stream: <Row>(query: Parameters<Database['stream']>[1]) => AsyncGenerator<Row[]>
}
/** All that a writing call does stands or falls with this transaction. */
export interface WriteContext extends RequestContext {
  tx: Tx
}
/** How whoever asks reads at a place: the primary, or a replica. */
export const readingAt = (place: Source, asking: RequestContext): ReadContext => ({
  ...asking,
  db: place.as(asking.scope),
  stream: (query) => place.stream(asking.scope, query, asking.actor.uniqueId || asking.ip),
})

/** What a call reads by: single reads, or its transaction. */
export const readerOf = (context: Pick<ReadContext, 'db'> | Pick<WriteContext, 'tx'>): Reader | Tx =>
  'tx' in context ? context.tx : context.db

/** Makes reads at once: each on a connection of its own, or sent together where they are of a transaction. */
export const together = <Reads extends readonly (() => Promise<unknown>)[]>(...reads: Reads) =>
  Promise.all(reads.map((read) => read())) as Promise<{ [At in keyof Reads]: Awaited<ReturnType<Reads[At]>> }>

/** A call that opens its own transactions. */
export interface ManualContext extends RequestContext {
  db: Reader
  /** How somebody else reads, for whom the call is made: in their own scope. `mayLag`: what may be a few seconds old. */
  readAs: (actor: Actor, mayLag?: boolean) => Promise<ReadContext>
  write: <T>(work: (context: WriteContext) => Promise<T>) => Promise<T>
  /**
   * The same, in another partition of the tenant where one is given; and where a POST came with an Idempotency-Key, a visitor's too, a repeat
   * gets what the first gave.
   */
  once: <T>(work: (context: WriteContext) => Promise<T>, scope?: Scope) => Promise<T>
}

/** A whole list, of any length. */
export interface Streamed<Row> {
  stream: AsyncIterable<Row[]>
}
/** Bytes for the browser to keep. */
export interface FileAnswer {
  name: string
  type: string
  body: Readable | Buffer | Ranged
  /** Anyone's, never to change, and made by us: browsers may show and keep it, on any page. */
  isPublic?: boolean
  /** Made by us, to be shown: browsers open it where they stand, and nothing in it may run. */
  isShown?: boolean
}
/** Bytes of which a part may be asked for (RFC 9110, 14). */
export interface Ranged {
  size: number
  /** Names these very bytes: letters and digits. */
  tag: string
  /** Begins with the bytes that are sent, both ends included, where any are. Undefined for an empty file. */
  open: (range: { start: number; end: number } | undefined) => Promise<Readable>
}

type Reply<E extends Endpoint> = z.input<E['reply']>
type Listed<E extends Endpoint> = Reply<E> extends (infer One)[] ? One : never
export type Answer<E extends Endpoint> = E extends { answers: 'file' }
  ? FileAnswer
  : E extends { answers: 'list' }
    ? Page<Listed<E>> | Streamed<Listed<E>>
    : Reply<E>

type Handle<E extends Endpoint, Context> = (input: z.output<E['input']>, context: Context) => Promise<Answer<E>>
export interface ManualHandler<E extends Endpoint> {
  apart: Handle<E, ManualContext>
  /** Where it is asked before a form is read. */
  limit?: (asking: RequestContext) => Promise<FormLimit>
}
/** Bytes that all files of a form may have together, and what whoever sends more is told. */
export interface FormLimit {
  bytes: number
  refuse: () => Error
}
/** A handler whose form may be so large: more is refused as it comes, or before, where its length is told. */
export interface LimitedHandler<E extends Endpoint> {
  limit: (asking: RequestContext) => Promise<FormLimit>
  within: Handle<E, WriteContext>
}
/** A GET reads, all others write in one transaction; `apart` opens its own, `limit` is asked before a form is read. */
export type Handler<E extends Endpoint> =
  | Handle<E, E extends { method: 'GET' } ? ReadContext : WriteContext>
  | ManualHandler<E>
  | LimitedHandler<E>
export type Handlers<A> = { [Name in keyof A]: A[Name] extends Endpoint ? Handler<A[Name]> : never }

/** A handler that is not one transaction: it waits for something, or must keep a part of what it did when it refuses. */
export const manualTransaction = <Input, Out>(handle: (input: Input, context: ManualContext) => Promise<Out>) => ({
  apart: handle,
})

/** A call on its way. */
export interface PendingCall {
  asking: RequestContext
  input: unknown
  request: FastifyRequest
  reply: FastifyReply
}
