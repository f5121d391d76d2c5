import { buildApp, routines, workers } from '../../apps/server/src/app.ts'
import { openAppContext } from '../../apps/server/src/appContext.ts'
import { connect } from '../../apps/server/src/connect.ts'
import { openLog, readSettings } from '../../apps/server/src/env.ts'
import { NIL_UUID, tenantScope } from '../../apps/server/src/kit/database/database.ts'
import { beginSession } from '../../apps/server/src/platform/identity/sessions.ts'
import { tenantConfigurations, tenants } from '../../apps/server/src/platform/schema/tenant.table.ts'
import { userEntity, users } from '../../apps/server/src/platform/schema/user.table.ts'
import { answerParent } from './child.ts'

// The application without its pages, on an empty database, and a user whose drive has room.
const env = readSettings(process.env)
const secret = 'of no use to anybody, but long enough'
const logger = openLog(env.logLevel)
const connections = await connect(env, secret, logger)
const appContext = await openAppContext(env, connections, secret, logger)

const createTenant = async () => {
  const main = { fullName: 'Main', isMain: true }
  const [tenant] = await appContext.db.write(tenantScope(NIL_UUID), (tx) => tx.insert(tenants).values(main).returning())
  const { uniqueId: tenantId } = tenant!
  const person = { firstName: 'Ann', lastName: 'Admin', emailAddress: 'ann@example.test', role: 'ROLE_TENANT_ADMIN' as const }
  return appContext.db.write(tenantScope(tenantId), async (tx) => {
    const quotaSettings = ['DRIVE_UPLOAD_LIMIT_MB', 'DRIVE_QUOTA_MB'].map((key) => ({ key, value: 100_000 }))
    await tx.insert(tenantConfigurations).values(quotaSettings)
    const userRow = {
      ...person,
      ...userEntity.computedColumns({ ...person, allowedCountries: [] }),
      verifiedAt: new Date().toISOString(),
    }
    const [user] = await tx.insert(users).values(userRow).returning()
    return beginSession(tx, tenantId, user!.uniqueId, 'A figure')
  })
}

await appContext.jobs.start(workers(appContext), routines(appContext))
const { token } = await createTenant()
const app = buildApp(appContext)
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const stop = async () => {
  await app.close()
  await appContext.close()
  await connections.stop()
  process.exit()
}
process.once('SIGTERM', () => void stop())
answerParent({ carrier: () => ({ origin, token }), cpu: () => process.cpuUsage() })
