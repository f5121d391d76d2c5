import { companyApi } from './company/company.contract.ts'
import { identityApi } from './identity/identity.contract.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { messageApi } from './message/message.contract.ts'
import { searchApi } from './search/search.contract.ts'
import { trashApi } from './trash/trash.contract.ts'

/** Every call of the API, by feature. The server mounts it, the reference lists it, the browser is typed by it. */
export const api = {
  identity: identityApi,
  message: messageApi,
  company: companyApi,
  search: searchApi,
  trash: trashApi,
} satisfies Record<string, Record<string, Endpoint>>
export type Api = typeof api
