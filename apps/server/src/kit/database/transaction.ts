import { DrizzleQueryError, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { dialect, isUnavailable, type Scope, type SentStatement, type Transport, watchStatement } from './scoped.ts'

/** A statement that is about to be sent. A deferred one, whose result is not awaited, has no `settle`. */
interface PendingStatement extends SentStatement {
  settle?: { resolve: (result: QueryResult) => void; reject: (error: unknown) => void }
}

const emptyResult: QueryResult = { command: '', rowCount: 0, oid: 0, rows: [], fields: [] }

export const isCommit = ({ config }: SentStatement) => /^\s*commit\b/i.test(config.text)
type Settled = PromiseSettledResult<QueryResult>

/** The codes with which a server that accepts no writes rejects a read-write BEGIN: on its own (0A000), or after its scope (25001). */
const readOnlyCodes = ['0A000', '25001']

/** Converts that error to the one with which such a server rejects a write. */
const toReadOnlyError = ({ scope }: SentStatement, answer: Settled): Settled => {
  if (!scope || answer.status === 'fulfilled' || !readOnlyCodes.includes((answer.reason as { code: string }).code)) return answer
  const { message } = answer.reason as Error
  return { status: 'rejected', reason: Object.assign(new Error(message, { cause: answer.reason }), { code: '25006' }) }
}

/** The BEGIN of a transaction, which carries its scope, failed or got no result. The statements after it ran in no transaction, and without a scope. */
const hasBeginFailed = ([begin]: readonly PendingStatement[], [answer]: readonly Settled[]) =>
  begin?.scope !== undefined && answer?.status === 'rejected'
const isLost = (statements: readonly PendingStatement[], answers: readonly Settled[]) =>
  hasBeginFailed(statements, answers) && isUnavailable((answers[0] as PromiseRejectedResult).reason)

const isRollback = ({ config }: SentStatement) => /^\s*rollback\s*$/i.test(config.text)
/** Of the whole transaction, or to a savepoint. */
export const isAnyRollback = ({ config }: SentStatement) => /^\s*rollback\b/i.test(config.text)

/**
 * After an error, PostgreSQL rejects all further statements of the transaction (25P02), or does not know a statement that the failed one was to
 * prepare (26000). The first error is the one to report.
 */
const isFollowUpError = (error: unknown) => ['25P02', '26000'].includes((error as { code?: string } | null)?.code ?? '')

/**
 * The connection of a transaction as Drizzle sees it. Statements that are issued in the same tick are sent together, and BEGIN with the first of
 * them, in one round trip. Deferred statements (`deferStatement`) are sent with the next one that is awaited, COMMIT at the latest.
 */
export class TransactionClient {
  #client: PoolClient
  readonly #transport: Transport
  /** Replaces a lost connection. */
  readonly #again: (() => Promise<PoolClient>) | undefined
  /** The scope to set with BEGIN, for all that follows; undefined after it. */
  #scope: Scope | undefined
  #current: Scope
  #waiting: PendingStatement[] = []
  #isDue = false
  #isSent = false
  #isEnded = false
  /** The error after which PostgreSQL rejects all further statements of this transaction. */
  #failure: Error | undefined

  constructor(client: PoolClient, scope: Scope, transport: Transport, again?: () => Promise<PoolClient>) {
    this.#client = client
    this.#scope = scope
    this.#current = scope
    this.#transport = transport
    this.#again = again
  }

  /** Called by Drizzle. The first statement is its BEGIN. */
  async query(config: QueryConfig, values?: unknown[]): Promise<QueryResult> {
    if (this.#scope) return this.#begin({ config: this.#beginning(config), values, scope: this.#scope })
    const sent = { config, values }
    if (isRollback(sent)) return this.#undo(sent)
    if (this.#isEnded) throw new Error('The transaction has ended')
    this.#isEnded = isCommit(sent)
    return this.#isEnded && this.#isEmpty() ? emptyResult : this.#enqueue(sent)
  }

  /** Rolls back. If that fails, the connection is lost, and its changes with it; the error would hide the cause. A failed COMMIT has already rolled back. */
  #undo(sent: SentStatement) {
    if (this.#isEnded) return emptyResult
    this.#isEnded = true
    this.#waiting = this.#waiting.filter(({ settle, scope }) => settle ?? scope)
    return this.#isEmpty() ? emptyResult : this.#enqueue(sent).catch(() => emptyResult)
  }

  /** Adds a statement whose result is not needed. */
  enqueue(config: QueryConfig, values: unknown[]) {
    if (this.#isEnded) throw new Error('The transaction has ended')
    this.#waiting.push({ config, values })
  }

  /** The scope of the next statements. */
  get scope() {
    return this.#current
  }

  /** Sets the scope of the next statements. Returns the previous one. */
  enter(scope: Scope) {
    const before = this.#current
    for (const { text, values = [] } of this.#transport.enters(scope)) this.enqueue({ text }, values)
    this.#current = scope
    return before
  }

  /** No statement but BEGIN was issued. */
  #isEmpty() {
    return !this.#isSent && this.#waiting.every(({ scope }) => scope)
  }

  /** A demoted server rejects this immediately. */
  #beginning(config: QueryConfig) {
    return this.#transport.isMultiHost && config.text === 'begin' ? { ...config, text: 'begin read write' } : config
  }

  #begin(sent: PendingStatement) {
    this.#scope = undefined
    this.#waiting.push(sent)
    return emptyResult
  }

  #enqueue(sent: SentStatement) {
    return new Promise<QueryResult>((resolve, reject) => {
      this.#waiting.push({ ...sent, settle: { resolve, reject } })
      if (!this.#isDue) process.nextTick(() => void this.#send())
      this.#isDue = true
    })
  }

  /** The only place where a transaction's statements are sent and their results returned. */
  async #send() {
    const statements = this.#waiting
    this.#waiting = []
    this.#isDue = false
    this.#isSent = true
    let answers = await this.#answersTo(statements)
    // Nothing was done yet: neither the work nor its caller has received any result from the lost server.
    if (isLost(statements, answers) && !statements.some(isCommit)) answers = await this.#elsewhere(statements, answers)
    if (hasBeginFailed(statements, answers)) answers = answers.map(() => answers[0]!)
    for (const [at, answer] of answers.entries()) this.#settle(statements[at]!, answer)
  }

  async #answersTo(statements: readonly PendingStatement[]) {
    const pending = this.#transport.runBatch(this.#client, statements)
    const answers = await Promise.allSettled(
      pending.map((answer, at) => watchStatement(this.#transport, statements[at]!.config, answer)),
    )
    return answers.map((answer, at) => toReadOnlyError(statements[at]!, answer))
  }

  async #elsewhere(statements: readonly PendingStatement[], answers: Settled[]) {
    const client = await this.#again?.().catch(() => undefined)
    if (!client) return answers
    this.#client = client
    return this.#answersTo(statements)
  }

  #settle(statement: PendingStatement, answer: Settled) {
    const refusal = this.#refusalOf(statement, answer)
    if (refusal) statement.settle?.reject(refusal)
    else if (answer.status === 'fulfilled') statement.settle?.resolve(answer.value)
  }

  /** The error of a statement, if it failed: COMMIT fails where any statement before it has failed, whatever PostgreSQL returns. */
  #refusalOf(statement: PendingStatement, answer: Settled): Error | undefined {
    if (answer.status === 'rejected') {
      const error = answer.reason as Error
      this.#failure ??= error
      return isFollowUpError(error) || isCommit(statement) ? this.#failure : error
    }
    if (isAnyRollback(statement)) this.#failure = undefined
    if (!isCommit(statement)) return undefined
    return this.#failure ?? (answer.value.command === 'COMMIT' ? undefined : new Error('The transaction was undone'))
  }
}

/** The part of a transaction that identifies its connection. */
export interface OnSession {
  readonly _: { readonly session: object }
}

const clients = new WeakMap<object, TransactionClient>()

/** Records the connection of a session's transactions. */
export const registerClient = <Session extends object>(session: Session, client: TransactionClient) => {
  clients.set(session, client)
  return session
}

/** Returns the connection of a transaction. */
export const clientOf = (tx: OnSession) => clients.get(tx._.session)!

/** Runs a statement of a transaction whose text is known, without building it. Its errors are those of Drizzle. */
export const runStatement = (tx: OnSession, config: QueryConfig, values: unknown[] = []) =>
  clientOf(tx)
    .query(config, values)
    .catch((error: Error) => {
      throw new DrizzleQueryError(config.text, values, error)
    })

/** Sets the scope of a transaction's next statements, until it is set again. Returns the previous one. */
export const enterScope = (tx: OnSession, scope: Scope) => clientOf(tx).enter(scope)

/** Runs the same query in several scopes in order, in one round trip for all of them. Returns the rows of each. */
export const queryEachScope = async <Row>(tx: OnSession, scopes: readonly Scope[], question: SQLWrapper) => {
  const client = clientOf(tx)
  const { sql: text, params } = dialect.sqlToQuery(question.getSQL())
  const queryInScope = (scope: Scope) => {
    client.enter(scope)
    return client.query({ text }, params)
  }
  const before = client.scope
  const answers = scopes.map(queryInScope)
  client.enter(before)
  return (await Promise.all(answers)).map(({ rows }) => rows as Row[])
}

/**
 * Defers a statement whose result is not needed: it runs in order, sent together with the next one that is awaited, COMMIT at the latest. An error in
 * it fails that one, and with it the transaction, so it is not for statements whose failure is to be caught.
 */
export const deferStatement = (tx: OnSession, statement: SQLWrapper) => {
  const { sql: text, params } = dialect.sqlToQuery(statement.getSQL())
  clientOf(tx).enqueue({ text }, params)
}

/** Lets the statements of a transaction run longer than others may. */
export const disableStatementTimeout = (tx: { execute: (statement: SQL) => Promise<unknown> }) =>
  tx.execute(sql`set local statement_timeout = 0`)

/** How often the work of a transaction is run at most, if concurrent transactions get in its way. */
const MAX_RUNS = 3

/** PostgreSQL has ended the transaction because of a concurrent one: it was not to blame, and can be run again. */
const isConcurrencyFailure = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === '40P01' || code === '40001' || (cause !== undefined && isConcurrencyFailure(cause))
}

/** Runs a transaction, again if PostgreSQL ends it because of a deadlock. Its work must have no other effects that a second run would repeat. */
export const runDespiteDeadlocks = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let runs = 1; ; runs++)
    try {
      return await run()
    } catch (error) {
      if (runs === MAX_RUNS || !isConcurrencyFailure(error)) throw error
    }
}
