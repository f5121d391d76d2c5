import { identityApi, signUpApi } from '@tradewind/contract/platform/identity.contract'
import { sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { type AllFeatures, type Feature, runHooks } from '#kit/feature'
import { routes } from '#kit/http/routes'
import type { AppContext } from '../appContext.ts'
import { accountHandlers } from './identity/account.ts'
import { addressHandlers } from './identity/address.ts'
import { letterWorker } from './identity/identity.mail.ts'
import { forgottenHandlers, forgottenWorker, passwordHandlers } from './identity/passwords.ts'
import { isNetworkExpired } from './identity/sessions.ts'
import { signInHandlers } from './identity/signing.ts'
import { signUp } from './identity/signup.ts'
import { welcomeWorker } from './identity/welcome.job.ts'
import { attempts, knownNetworks, linkTokens, sessions } from './schema/identity.table.ts'
import { users } from './schema/user.table.ts'

interface Needs extends Pick<AppContext, 'db' | 'deviceKeys' | 'jobs' | 'links' | 'tenants' | 'settings'> {
  /** Runs when a user has verified an address. */
  onAddressProved: (tx: Tx, user: { uniqueId: string; emailAddress: string }) => Promise<void>
}

const identityRoutes = (needs: Needs) =>
  routes(identityApi, {
    ...signInHandlers(needs.db),
    ...accountHandlers(needs),
    ...forgottenHandlers(needs),
    ...passwordHandlers(needs),
    ...addressHandlers(needs),
  })

/** The link of a survey leads to its answer, as long as its owner is not deleted. */
const leadsToAnswer = sql`purpose = 'SURVEY' and user_id in (select ${users.uniqueId} from ${users} where ${users.deletedAt} is null)`

/** Sign-in, sessions, passwords, links and sign-up. */
export const identityFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [
    identityRoutes({ ...context, onAddressProved: (tx, user) => runHooks(all, 'onAddressProved', tx, user) }),
    routes(signUpApi, { create: signUp(context) }),
  ],
  workers: [letterWorker(context), forgottenWorker(context), welcomeWorker(context)],
  expired: [
    [knownNetworks, isNetworkExpired],
    [attempts, sql`created_at < now() - interval '1 day'`],
    [linkTokens, sql`expires_at < now() - interval '7 days' and not (${leadsToAnswer})`],
    [sessions, sql`ends_at < now() or last_seen < now() - interval '14 days'`],
  ],
})
