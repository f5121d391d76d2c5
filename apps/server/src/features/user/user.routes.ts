import { adminApi } from '@tradewind/contract/user/user.contract'
import { routes } from '#kit/http/routes'
import { branding } from './writing/brand.ts'
import { update } from './writing/update.ts'
import { create, type Needs } from './writing/create.ts'
import { ending } from './writing/end.ts'
import { reading } from './user.reading.ts'

export const userRoutes = (needs: Needs) =>
  routes(adminApi, {
    ...reading(needs),
    create: create(needs),
    update: update(needs),
    ...ending(needs),
    ...branding(needs),
  })
