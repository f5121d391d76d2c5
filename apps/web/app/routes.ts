import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import type { ScreenGroup } from '#kit/feature'
import { features } from './features.ts'

/** The screens of some groups, in an area. Each route has an id of its own, since the same screen is in several areas. */
const screensOf = (area: string, ...groups: ScreenGroup[]) =>
  groups
    .flatMap((group) => features.flatMap(({ screens = {} }) => Object.entries(screens[group] ?? {})))
    .map(([path, file]) => route(path, file, { id: `${area}/${path}` }))

/** An area for signed-in users: behind its guard, in the shared layout. */
const area = (name: string, ...groups: ScreenGroup[]) => route(name, 'SignedIn.tsx', { id: name }, screensOf(name, ...groups))

export default [
  layout('site/home/PublicLayout.tsx', [
    layout('platform/identity/SignInLayer.tsx', [
      index('site/home/Home.tsx'),
      route('drive', 'drive/OpenDrive.tsx'),
      route('drive/*', 'drive/OpenDrive.tsx', { id: 'open-drive-place' }),
      route('status/:code', 'platform/Status.tsx'),
      ...screensOf('open', 'public'),
    ]),
  ]),
  route('fair', 'operations/fair/Fair.tsx'),
  area('crm', 'work', 'staff'),
  area('user', 'work'),
  area('admin', 'work', 'staff', 'admin', 'notifications'),
  area('superAdmin', 'superAdmin', 'notifications'),
  area('student', 'notifications'),
  area('teacher', 'notifications'),
  area('parent', 'notifications'),
  route('*', 'platform/NotFoundPage.tsx'),
] satisfies RouteConfig
