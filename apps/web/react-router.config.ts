import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { pack } from './scripts/pack.ts'

export default {
  ssr: true,
  // Guards are small: apart from their screens they would each cost a request.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => pack(join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config
