import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('features/home/layout/PublicLayout.tsx', [index('features/home/Home.tsx'), route('status/:code', 'features/status/Status.tsx')]),
  route('*', 'features/status/Unknown.tsx'),
] satisfies RouteConfig
