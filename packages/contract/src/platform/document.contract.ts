import { byId, endpoint, fileReply } from '../kit/endpoint.ts'

export const documentApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/document/:uniqueId',
    access: 'anyone',
    acrossTenants: true,
    summary:
      'The bytes of a logo, for anyone and for good; of any other document, for those who may see the record that refers to it.',
    input: byId,
    reply: fileReply,
    replyType: 'file',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/document/:uniqueId',
    access: 'signedIn',
    acrossTenants: true,
    summary:
      'Removes a document that the own account refers to, or that of a user below. The super admin also removes what was uploaded to ' +
      'fill a tenant, with its upload, once that has ended.',
    input: byId,
    reply: byId,
    message: 'Deleted Successfully!',
  }),
}
