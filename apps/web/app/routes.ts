import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import type { Screen } from '#kit/screen'
import { companyScreens } from './features/company/company.screens.ts'
import { accountScreens, identityScreens } from './features/identity/identity.screens.ts'
import { shellScreens } from './features/shell/shell.screens.ts'
import { trashScreens } from './features/trash/trash.screens.ts'

/** Screens that stand under a path. Each standing has an id of its own: the same screen stands in several areas. */
const under = (area: string, screens: readonly Screen[]) =>
  screens.map(({ path, file }) => route(path, file, { id: `${area}/${path}` }))

/** An area of the signed-in: behind its guard, in its frame. */
const area = (name: string, ...lists: (readonly Screen[])[]) =>
  route(name, 'SignedIn.tsx', { id: name }, under(name, lists.flat()))

/** Where staff work, and where members do: the same screens. */
const work = [shellScreens, companyScreens, trashScreens, accountScreens]

export default [
  layout('features/home/layout/PublicLayout.tsx', [
    layout('features/identity/SignInLayer.tsx', [
      index('features/home/Home.tsx'),
      route('status/:code', 'features/status/Status.tsx'),
      ...under('open', identityScreens),
    ]),
  ]),
  area('crm', ...work),
  area('user', ...work),
  area('admin', ...work),
  area('superAdmin', shellScreens),
  route('*', 'features/status/Unknown.tsx'),
] satisfies RouteConfig
