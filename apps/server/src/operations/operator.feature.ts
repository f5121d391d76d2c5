import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { operatorRoutes } from './operator/operator.routes.ts'

/** How the installation fares, for whoever runs it. */
export const operatorFeature = (context: AppContext): Feature => ({ routes: () => [operatorRoutes(context)] })
