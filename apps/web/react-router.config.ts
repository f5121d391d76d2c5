import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { pack } from './scripts/pack.ts'

export default {
  ssr: true,
  buildEnd: ({ reactRouterConfig }) => pack(join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config
