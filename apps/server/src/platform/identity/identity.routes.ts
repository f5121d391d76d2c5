import { identityApi } from '@tradewind/contract/platform/identity.contract'
import type { Database, Tx } from '#kit/database/database'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import type { Tenants } from '#platform/tenant/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { accountHandlers } from './account.ts'
import { addressHandlers } from './address.ts'
import type { DeviceKeys } from './deviceKeys.ts'
import { forgottenHandlers } from './forgotten.ts'
import { passwordHandlers } from './passwords.ts'
import { signingHandlers } from './signing.ts'
import type { Links } from './tokens.ts'

interface Needs {
  db: Database
  deviceKeys: DeviceKeys
  jobs: Jobs
  links: Links
  tenants: Tenants
  settings: TenantSettings
  /** Somebody has proved that an address is theirs. */
  onAddressProved: (tx: Tx, user: { uniqueId: string; emailAddress: string }) => Promise<void>
}

export const identityRoutes = (needs: Needs) =>
  routes(identityApi, {
    ...signingHandlers(needs.db),
    ...accountHandlers(needs),
    ...forgottenHandlers(needs),
    ...passwordHandlers(needs),
    ...addressHandlers(needs),
  })
