import { z } from 'zod'
import { endpoint, id, listQuery, searchTerm } from '../kit/endpoint.ts'
import { whereOf } from '../kit/entitySchemas.ts'
import { exportCalls } from '../kit/export.ts'
import { day } from '../kit/fields.ts'
import { auditActions, HistoryEntry } from '../kit/history.ts'
import { auditFields } from './audit.fields.ts'
import { auditPolicy } from './policies.ts'

/** An entry of the audit trail, with the record that it is about. */
export const AuditEntry = HistoryEntry.extend({ kind: z.string(), recordId: id.nullable(), title: z.string() })
export type AuditEntry = z.output<typeof AuditEntry>

const sorts = ['dateCreated'] as const
const filters = {
  ...whereOf(auditFields),
  action: z.enum(auditActions, 'Unknown action').optional(),
  kind: z.string().max(40).optional(),
  byName: searchTerm,
  title: searchTerm,
  dateFrom: day('Date from').optional(),
  dateTo: day('Date to').optional(),
}

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit/',
    access: auditPolicy.see,
    summary: 'Lists the entries of the audit trail (who did what), newest first.',
    input: listQuery(sorts, filters).omit({ q: true }),
    reply: z.array(AuditEntry),
    replyType: 'list',
  }),
  ...exportCalls('/api/audit', 'entries of the audit trail', { access: auditPolicy.export, sorts, filters }),
}
