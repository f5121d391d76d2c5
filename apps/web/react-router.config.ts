import type { Config } from '@react-router/dev/config'
import { join } from 'node:path'
import { packManifest } from './scripts/manifest.ts'
import { compressFiles } from './scripts/pack.ts'

export default {
  ssr: true,
  // Guards are small: split from their screens, each would cost a request.
  splitRouteModules: false,
  // The browser knows every route from the start: a click never waits to load a route's manifest, nor fails for it without a connection.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => {
    const assets = join(reactRouterConfig.buildDirectory, 'client/assets')
    packManifest(assets)
    return compressFiles(assets)
  },
} satisfies Config
