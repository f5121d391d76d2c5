import { type AllFeatures, type Feature, runHooks } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { passwordProof } from './identity/signing.ts'
import { eraseRoutine, eraseWorker } from './tenant/erase.job.ts'
import { countFirst, countRoutine, countWorker } from './tenant/figures.job.ts'
import { tenantRoutes } from './tenant/tenant.routes.ts'

/** The tenants: how they begin, what they hold, how they end. */
export const tenantFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [
    tenantRoutes({
      ...context,
      provePassword: passwordProof(context.db),
      onTenantCreated: (tx) => runHooks(all, 'onTenantCreated', tx),
    }),
  ],
  workers: [eraseWorker(context), countWorker(context)],
  schedules: [countRoutine(context), eraseRoutine(context)],
  onStart: () => countFirst(context),
})
