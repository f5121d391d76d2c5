import type { Feature } from '#kit/feature'
import { customFieldRoutes } from './customField/customField.routes.ts'

/** The fields that a tenant adds to its records. */
export const customFieldFeature = (): Feature => ({ routes: () => [customFieldRoutes] })
