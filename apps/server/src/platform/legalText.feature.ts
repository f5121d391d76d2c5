import type { Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { legalTextRoutes } from './legalText/legalText.routes.ts'

/** What a tenant says of itself and of what it does with data: drafts, and every version that was published. */
export const legalTextFeature = (context: AppContext): Feature => ({ routes: () => [legalTextRoutes(context)] })
