import type { exported } from '@tradewind/contract/kit/export'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import type { Database } from '../database/database.ts'
import type { WorldTable } from '../database/table.ts'
import { notFound } from '../errors.ts'
import { apart, type Handlers, type Reading, type Writing } from '../http/context.ts'
import { csvStream, type ExportColumn, xlsxStream } from '../sheet/export.ts'
import { audit } from './audit.ts'
import { allRows } from './crud.ts'
import type { Kind, Row } from './kind.ts'

/** Lets a browser fetch one thing for one user without our header. */
export interface Tickets {
  /** A token that is good for 60 seconds. */
  give: (context: Writing, subject: string) => Promise<string>
  /** Who it was given to, as the policies know them now, and for what. Nothing where it is not good. */
  read: (token: string) => Promise<{ actor: Actor; subject: string } | undefined>
}

interface Exporting<T extends WorldTable> {
  of: Kind<T>
  rules: Rules
  /** What the download is called, and a workbook's sheet. */
  title: string
  columns: readonly ExportColumn<Row<T>>[]
}

type Query = Record<string, string> & { kind: string; format: 'xlsx' | 'csv'; sort?: string }

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

async function* single<One>(pages: AsyncIterable<One[]>) {
  for await (const rows of pages) yield* rows
}

/** The handlers of a list's export. Rights are checked when the ticket is given, and again when it is used. */
export const exporting = <T extends WorldTable>(
  { of, rules, title, columns }: Exporting<T>,
  { db, tickets }: { db: Database; tickets: Tickets },
): Pick<Handlers<ReturnType<typeof exported>>, 'export' | 'exportFile'> => {
  const bodyOf = ({ actor, query }: { actor: Actor; query: Query }) => {
    const scope = { tenantId: actor.tenantId, worldId: actor.worldId }
    const context = {
      actor,
      scope,
      db: db.as(scope),
      stream: (sql: Parameters<Reading['stream']>[0]) => db.stream(scope, sql),
    } as Reading
    const rows = single(allRows(of, rules, query, context))
    return query.format === 'csv' ? csvStream(columns, rows) : xlsxStream(title, columns, rows)
  }

  return {
    // Apart, so that no first reply is kept: a ticket stands nowhere but in its answer.
    export: apart((asked: object, { write }) =>
      write(async (context) => {
        await audit(context, { action: 'EXPORTED', kind: of.name, title })
        const token = await tickets.give(context, JSON.stringify({ ...asked, kind: of.name }))
        return { url: `/api/${of.name}/export/${token}` }
      }),
    ),

    exportFile: apart(async ({ ticket }: { ticket: string }) => {
      const given = await tickets.read(ticket)
      const query = given && (JSON.parse(given.subject) as Query)
      if (!given || query?.kind !== of.name || !can(given.actor, rules)) throw notFound('Download')
      return { name: `${title}.${query.format}`, type: types[query.format], body: bodyOf({ actor: given.actor, query }) }
    }),
  }
}
