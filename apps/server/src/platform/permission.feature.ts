import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { permissionRoutes } from './user/permission.routes.ts'

/** The permissions that there are. */
export const permissionFeature = (context: AppContext): Feature => ({ routes: () => [permissionRoutes(context)] })
