import type { PageServices } from '@tradewind/contract/kit/page'
import { textsOf } from './features/message/message.texts.ts'
import { hostName } from './features/tenant/tenant.queries.ts'
import type { House } from './house.ts'
import type { Visit } from './services/web/serve.ts'

/** What pages are lent of the tenant that lives at a host. The main account lives wherever nobody else does. */
export const pageServices =
  ({ tenants, originOf }: House) =>
  async ({ host, language = 'en' }: Visit): Promise<PageServices | undefined> => {
    const tenant = (await tenants.byHost(hostName(host))) ?? (await tenants.main())
    if (!tenant || tenant.deletedAt) return undefined
    const { uniqueId, fullName, isMain } = tenant
    return {
      origin: originOf(tenant),
      tenant: { uniqueId, name: fullName, logo: null, isMain },
      language,
      texts: textsOf(language),
    }
  }
