import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { messageRoutes } from './message.routes.ts'

/** The texts of the product, in the tenant's own words where it has some. */
export const messageFeature = (context: AppContext): Feature => ({ routes: () => [messageRoutes(context)] })
