import { adminApi } from '@tradewind/contract/platform/user.contract'
import { routes } from '#kit/http/routes'
import { branding } from './brand.ts'
import { update } from './update.ts'
import { create, type Needs } from './create.ts'
import { ending } from './end.ts'
import { reading } from './user.reading.ts'

export const userRoutes = (needs: Needs) =>
  routes(adminApi, {
    ...reading(needs),
    create: create(needs),
    update: update(needs),
    ...ending(needs),
    ...branding(needs),
  })
