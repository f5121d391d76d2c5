import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import type { Actor } from '@tradewind/contract/roles'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Database, Reader, Tx } from '../database/database.ts'
import type { Page } from '../database/list.ts'
import type { Scope } from '../database/scoped.ts'

/** Who asks, and how. A visitor is an actor without roles. */
export interface Asking {
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
}
export interface Reading extends Asking {
  db: Reader
  /** Reads rows of any number, a thousand at a time. */
  stream: <Row>(query: Parameters<Database['stream']>[1]) => AsyncGenerator<Row[]>
}
/** All that a writing call does stands or falls with this transaction. */
export interface Writing extends Asking {
  tx: Tx
}
/** A call that opens its own transactions. */
export interface Apart extends Asking {
  db: Reader
  write: <T>(work: (context: Writing) => Promise<T>) => Promise<T>
}

/** A whole list, of any length. */
export interface Streamed<Row> {
  stream: AsyncIterable<Row[]>
}
/** Bytes for the browser to keep. */
export interface FileAnswer {
  name: string
  type: string
  body: Readable | Buffer
}

type Reply<E extends Endpoint> = z.input<E['reply']>
type Listed<E extends Endpoint> = Reply<E> extends (infer One)[] ? One : never
export type Answer<E extends Endpoint> = E extends { answers: 'file' }
  ? FileAnswer
  : E extends { answers: 'list' }
    ? Page<Listed<E>> | Streamed<Listed<E>>
    : Reply<E>

type Handle<E extends Endpoint, Context> = (input: z.output<E['input']>, context: Context) => Promise<Answer<E>>
export interface HandledApart<E extends Endpoint> {
  apart: Handle<E, Apart>
}
/** A GET reads, all others write in one transaction; `apart` opens its own. */
export type Handler<E extends Endpoint> = Handle<E, E extends { method: 'GET' } ? Reading : Writing> | HandledApart<E>
export type Handlers<A> = { [Name in keyof A]: A[Name] extends Endpoint ? Handler<A[Name]> : never }

/** A handler that is not one transaction: it waits for something, or must keep a part of what it did when it refuses. */
export const apart = <Input, Out>(handle: (input: Input, context: Apart) => Promise<Out>) => ({ apart: handle })

/** A call on its way. */
export interface Carried {
  asking: Asking
  input: unknown
  request: FastifyRequest
  reply: FastifyReply
}
