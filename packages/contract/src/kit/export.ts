import { z } from 'zod'
import { endpoint, fileReply, id, listQuery } from './endpoint.ts'
import { atMost } from './fields.ts'
import type { Rules } from './policy.ts'

/** An address that one user may open once, within 60 seconds, without an authorization header. */
export const Ticket = z.object({ url: z.string() })

interface Exported<S extends string, F extends z.ZodRawShape> {
  access: Rules
  sorts: readonly S[]
  filters: F
}

/** The call that exports a list, filtered and sorted, as a workbook or as comma-separated text. */
export const exportCalls = <const P extends string, const S extends string, F extends z.ZodRawShape>(
  path: P,
  name: string,
  { access, sorts, filters }: Exported<S, F>,
) => ({
  export: endpoint({
    method: 'POST',
    path: `${path}/export`,
    access,
    summary: `Prepares a download of the ${name} that match the filters, and returns its address.`,
    input: listQuery(sorts, filters)
      .omit({ page: true, size: true, total: true })
      .extend({
        format: z.enum(['xlsx', 'csv'], 'xlsx or csv'),
        /** Only these records, as far as they match the filters. */
        ids: atMost(z.array(id), 500).optional(),
      }),
    reply: Ticket,
    returnsSecret: true,
  }),
  exportFile: endpoint({
    method: 'GET',
    path: `${path}/export/:ticket`,
    access: 'anyone',
    summary: `Returns the file that a ticket was issued for. The rights of the user who requested the ticket are checked again.`,
    input: z.strictObject({ ticket: z.string().max(200) }),
    reply: fileReply,
    replyType: 'file',
  }),
})
