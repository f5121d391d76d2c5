import type { SQLWrapper } from 'drizzle-orm'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { dialect, isAway, type Scope, type Sent, type Transport, watched } from './scoped.ts'

/** A statement that is about to be sent. One that nobody waits for has no `settle`. */
interface Waiting extends Sent {
  settle?: { resolve: (result: QueryResult) => void; reject: (error: unknown) => void }
}

const nothing: QueryResult = { command: '', rowCount: 0, oid: 0, rows: [], fields: [] }

const isCommit = ({ config }: Sent) => /^\s*commit\b/i.test(config.text)
type Settled = PromiseSettledResult<QueryResult>

/** By what a server that takes no writes refuses the BEGIN of who means to write: alone (0A000), or after its scope (25001). */
const readOnly = ['0A000', '25001']

/** Tells of it as such a server tells of a write. */
const toldAsReadOnly = ({ scope }: Sent, answer: Settled): Settled => {
  if (!scope || answer.status === 'fulfilled' || !readOnly.includes((answer.reason as { code: string }).code)) return answer
  const { message } = answer.reason as Error
  return { status: 'rejected', reason: Object.assign(new Error(message, { cause: answer.reason }), { code: '25006' }) }
}

/** The BEGIN of a transaction, which carries its scope, was refused or had no answer. What came after it was in no transaction, and without a scope. */
const isUnbegun = ([begin]: readonly Waiting[], [answer]: readonly Settled[]) =>
  begin?.scope !== undefined && answer?.status === 'rejected'
const isLost = (statements: readonly Waiting[], answers: readonly Settled[]) =>
  isUnbegun(statements, answers) && isAway((answers[0] as PromiseRejectedResult).reason)

const isRollback = ({ config }: Sent) => /^\s*rollback\s*$/i.test(config.text)
/** Of the whole, or of a part. */
const isUndoing = ({ config }: Sent) => /^\s*rollback\b/i.test(config.text)

/**
 * PostgreSQL does nothing more in a transaction in which something failed: it refuses what follows (25P02), or does not know what was to be prepared
 * by it (26000). What failed is the better answer.
 */
const isFollowing = (error: unknown) => ['25P02', '26000'].includes((error as { code?: string } | null)?.code ?? '')

/**
 * What Drizzle takes for the connection of a transaction. Statements that are asked for in the same moment are sent together, and BEGIN with the
 * first of them: they are one round trip. What nobody waits for (`later`) goes with the next that somebody does, COMMIT at the latest.
 */
export class TransactionClient {
  #client: PoolClient
  readonly #transport: Transport
  /** Takes another connection for one that was lost. */
  readonly #again: (() => Promise<PoolClient>) | undefined
  /** Until BEGIN, which all that follows is in. */
  #scope: Scope | undefined
  #current: Scope
  #waiting: Waiting[] = []
  #isDue = false
  #isSent = false
  #isEnded = false
  /** Why PostgreSQL does nothing more in this transaction. */
  #failure: Error | undefined

  constructor(client: PoolClient, scope: Scope, transport: Transport, again?: () => Promise<PoolClient>) {
    this.#client = client
    this.#scope = scope
    this.#current = scope
    this.#transport = transport
    this.#again = again
  }

  /** Drizzle's way in. The first statement is its BEGIN. */
  async query(config: QueryConfig, values?: unknown[]): Promise<QueryResult> {
    if (this.#scope) return this.#begin({ config: this.#beginning(config), values, scope: this.#scope })
    const sent = { config, values }
    if (isRollback(sent)) return this.#undo(sent)
    if (this.#isEnded) throw new Error('The transaction has ended')
    this.#isEnded = isCommit(sent)
    return this.#isEnded && this.#isEmpty() ? nothing : this.#ask(sent)
  }

  /** Where it can't be undone, its connection is gone, and what it did: that would hide why. A COMMIT that failed has undone it. */
  #undo(sent: Sent) {
    if (this.#isEnded) return nothing
    this.#isEnded = true
    this.#waiting = this.#waiting.filter(({ settle, scope }) => settle ?? scope)
    return this.#isEmpty() ? nothing : this.#ask(sent).catch(() => nothing)
  }

  /** A statement whose answer nobody needs. */
  later(config: QueryConfig, values: unknown[]) {
    if (this.#isEnded) throw new Error('The transaction has ended')
    this.#waiting.push({ config, values })
  }

  /** That of the statements that come next. */
  get scope() {
    return this.#current
  }

  /** Moves what comes next into another scope. Answers the one that it was in. */
  enter(scope: Scope) {
    const before = this.#current
    for (const { text, values = [] } of this.#transport.enters(scope)) this.later({ text }, values)
    this.#current = scope
    return before
  }

  /** Nothing was asked of it but to begin. */
  #isEmpty() {
    return !this.#isSent && this.#waiting.every(({ scope }) => scope)
  }

  /** A server that was demoted refuses by this at once. */
  #beginning(config: QueryConfig) {
    return this.#transport.isAmong && config.text === 'begin' ? { ...config, text: 'begin read write' } : config
  }

  #begin(sent: Waiting) {
    this.#scope = undefined
    this.#waiting.push(sent)
    return nothing
  }

  #ask(sent: Sent) {
    return new Promise<QueryResult>((resolve, reject) => {
      this.#waiting.push({ ...sent, settle: { resolve, reject } })
      if (!this.#isDue) process.nextTick(() => void this.#send())
      this.#isDue = true
    })
  }

  /** The one place where a transaction's statements are sent and answered. */
  async #send() {
    const statements = this.#waiting
    this.#waiting = []
    this.#isDue = false
    this.#isSent = true
    let answers = await this.#answersTo(statements)
    // Nothing was done yet: neither the work nor whoever waits for it has seen anything of the server that is gone.
    if (isLost(statements, answers) && !statements.some(isCommit)) answers = await this.#elsewhere(statements, answers)
    if (isUnbegun(statements, answers)) answers = answers.map(() => answers[0]!)
    for (const [at, answer] of answers.entries()) this.#settle(statements[at]!, answer)
  }

  async #answersTo(statements: readonly Waiting[]) {
    const asked = this.#transport.together(this.#client, statements)
    const answers = await Promise.allSettled(asked.map((answer, at) => watched(this.#transport, statements[at]!.config, answer)))
    return answers.map((answer, at) => toldAsReadOnly(statements[at]!, answer))
  }

  async #elsewhere(statements: readonly Waiting[], lost: Settled[]) {
    const client = await this.#again?.().catch(() => undefined)
    if (!client) return lost
    this.#client = client
    return this.#answersTo(statements)
  }

  #settle(statement: Waiting, answer: Settled) {
    const refusal = this.#refusalOf(statement, answer)
    if (refusal) statement.settle?.reject(refusal)
    else if (answer.status === 'fulfilled') statement.settle?.resolve(answer.value)
  }

  /** Why a statement failed, if it did: a COMMIT did where anything has failed before, whatever PostgreSQL answers. */
  #refusalOf(statement: Waiting, answer: Settled): Error | undefined {
    if (answer.status === 'rejected') {
      const error = answer.reason as Error
      this.#failure ??= error
      return isFollowing(error) || isCommit(statement) ? this.#failure : error
    }
    if (isUndoing(statement)) this.#failure = undefined
    if (!isCommit(statement)) return undefined
    return this.#failure ?? (answer.value.command === 'COMMIT' ? undefined : new Error('The transaction was undone'))
  }
}

/** A transaction, as far as its connection is told by it. */
export interface OnSession {
  readonly _: { readonly session: object }
}

const clients = new WeakMap<object, TransactionClient>()

/** Remembers on which connection a session's transactions are. */
export const keepClient = <Session extends object>(session: Session, client: TransactionClient) => {
  clients.set(session, client)
  return session
}

/** The connection that a transaction is on. */
export const clientOf = (tx: OnSession) => clients.get(tx._.session)!

/** Moves what a transaction does next into another scope, for good or until it is moved again. Answers the one that it was in. */
export const enterScope = (tx: OnSession, scope: Scope) => clientOf(tx).enter(scope)

/** Asks the same in several scopes, one after the other: one round trip for all of them. Gives the rows of each. */
export const askEach = async <Row>(tx: OnSession, scopes: readonly Scope[], question: SQLWrapper) => {
  const client = clients.get(tx._.session)!
  const { sql: text, params } = dialect.sqlToQuery(question.getSQL())
  const ask = (scope: Scope) => {
    client.enter(scope)
    return client.query({ text }, params)
  }
  const before = client.scope
  const answers = scopes.map(ask)
  client.enter(before)
  return (await Promise.all(answers)).map(({ rows }) => rows as Row[])
}

/**
 * Does a statement whose answer nobody needs: in its turn, together with the next that is waited for, COMMIT at the latest. What is wrong with it
 * fails that one, and with it the transaction, so it is not for what may fail and be caught.
 */
export const later = (tx: OnSession, statement: SQLWrapper) => {
  const { sql: text, params } = dialect.sqlToQuery(statement.getSQL())
  clients.get(tx._.session)!.later({ text }, params)
}
