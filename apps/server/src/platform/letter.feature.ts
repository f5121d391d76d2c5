import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { letterRoutes } from './letter.routes.ts'

/** The letters that have not gone out. */
export const letterFeature = (context: AppContext): Feature => ({ routes: () => [letterRoutes(context)] })
