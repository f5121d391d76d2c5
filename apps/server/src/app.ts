import { forgottenWorker } from '#features/identity/forgotten'
import { companyArrival } from '#features/company/company.sheet'
import { companyRoutes } from '#features/company/company.routes'
import { letterWorker } from '#features/identity/identity.mail'
import { sweep } from '#features/house/sweep'
import { identityRoutes } from '#features/identity/identity.routes'
import { messageRoutes } from '#features/message/message.routes'
import { say } from '#features/message/message.texts'
import { searchRoutes } from '#features/search/search.routes'
import { trashRoutes } from '#features/trash/trash.routes'
import { buildServer } from '#kit/http/server'
import type { Routine, Worker } from '#kit/jobs'
import { importWorker } from '#kit/upload/upload.job'
import type { House } from './house.ts'

/** The calls of every feature, in the order of the reference. */
const features = (house: House) => [identityRoutes(house), messageRoutes, companyRoutes(house), searchRoutes, trashRoutes]

/** The work that features do after an answer. */
export const workers = (house: House): Worker[] => [
  letterWorker({ ...house, say }),
  forgottenWorker(house),
  importWorker(companyArrival, house),
]

/** The work of the house by the clock. */
export const routines = (house: House): Routine[] => [sweep(house)]

/** The whole application on a house, not yet listening. */
export const buildApp = (house: House) => {
  const { env, logger } = house
  const app = buildServer({ logger, trustProxy: env.trustProxy, secure: env.appUrl?.startsWith('https:') ?? false })
  for (const mount of features(house)) mount(app, house)
  return app
}
