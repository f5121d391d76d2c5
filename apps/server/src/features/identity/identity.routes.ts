import { identityApi } from '@tradewind/contract/identity/identity.contract'
import type { Database } from '#kit/database/database'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import type { Tenants } from '../tenant/tenant.queries.ts'
import { accountHandlers } from './account.ts'
import { forgottenHandlers } from './forgotten.ts'
import { passwordHandlers } from './passwords.ts'
import { signingHandlers } from './signing.ts'
import type { Links } from './link/tokens.ts'

interface Needs {
  db: Database
  jobs: Jobs
  links: Links
  tenants: Tenants
}

export const identityRoutes = (needs: Needs) =>
  routes(identityApi, {
    ...signingHandlers(needs.db),
    ...accountHandlers(needs.tenants),
    ...forgottenHandlers(needs),
    ...passwordHandlers(needs),
  })
