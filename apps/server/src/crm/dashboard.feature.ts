import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { dashboardRoutes } from './dashboard.routes.ts'

export const dashboardFeature = (context: AppContext): Feature => ({ routes: () => [dashboardRoutes(context)] })
