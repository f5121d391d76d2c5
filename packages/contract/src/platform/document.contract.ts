import { byId, endpoint, fileReply } from '../kit/endpoint.ts'

export const documentApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/document/:uniqueId',
    who: 'anyone',
    across: true,
    about:
      'The bytes of a logo, for anyone and for good; of any other document, for those who may see the record that refers to it.',
    input: byId,
    reply: fileReply,
    answers: 'file',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/document/:uniqueId',
    who: 'signedIn',
    across: true,
    about:
      'Removes a document that the own account refers to, or that of a user below. The super admin also removes what was uploaded to ' +
      'fill a tenant, with its upload, once that has ended.',
    input: byId,
    reply: byId,
    says: 'Deleted Successfully!',
  }),
}
