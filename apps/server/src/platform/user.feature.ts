import { type AllFeatures, type Feature, runHooks } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { invitations } from './identity/welcome.job.ts'
import { removeLogo } from './user/brand.ts'
import { userPermissionRoutes } from './user/permission.granting.ts'
import { userRoutes } from './user/user.routes.ts'
import { userSheet } from './user/user.sheet.ts'

/** The accounts of a tenant, and what each may do. */
export const userFeature = (context: AppContext, all: AllFeatures): Feature => {
  const needs = { ...context, ...invitations(context) }
  return {
    routes: () => [
      userRoutes({ ...needs, onUserDeleted: (tx, userId) => runHooks(all, 'onUserDeleted', tx, userId) }),
      userPermissionRoutes,
    ],
    sheets: [userSheet(needs)],
    removeDocument: (document, writing) => removeLogo(context.jobs, document, writing),
  }
}
