import { z } from 'zod'
import { byId, bytes, endpoint, id } from '../kit/endpoint.ts'
import { Ticket } from '../kit/export.ts'
import { drivePolicy } from './drive.policy.ts'

/** Bytes of files, for those who may open them. */
export const driveDownloadApi = {
  download: endpoint({
    method: 'GET',
    path: '/api/files/download/:uniqueId',
    who: drivePolicy.see,
    needs: 'DRIVE_ENABLED',
    about:
      "A file's bytes, by its id or its document's. Takes Range, If-Range and If-None-Match; ends when the right to it ends.",
    input: byId,
    reply: bytes,
    answers: 'file',
  }),
  ticket: endpoint({
    method: 'POST',
    path: '/api/files/ticket',
    who: drivePolicy.see,
    needs: 'DRIVE_ENABLED',
    about: 'An address from which the browser may fetch a file without our header: to keep it, or to show a preview of it.',
    input: z.strictObject({ uniqueId: id, preview: z.boolean().optional() }),
    reply: Ticket,
    tellsSecret: true,
  }),
  fetch: endpoint({
    method: 'GET',
    path: '/api/files/ticket/:ticket',
    who: 'anyone',
    about:
      'The file, or the picture made from it, that a ticket was given for. The rights are checked again, as long as it lasts.',
    input: z.strictObject({ ticket: z.string().max(200) }),
    reply: bytes,
    answers: 'file',
  }),
}
