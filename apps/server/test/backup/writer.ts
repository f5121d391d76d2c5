import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { tenantScope } from '#kit/database/database'
import type { WriteContext } from '#kit/http/context'
import { storeLogo } from '#platform/document.queries'
import { tenants } from '#platform/schema/tenant.table'
import { openAppContext } from '../../src/appContext.ts'
import { connect } from '../../src/connect.ts'
import { readSettings, secretOf } from '../../src/env.ts'

/** A node that keeps writing documents with their bytes until it is killed, and prints each one that is committed. */
const env = readSettings(process.env)
const secret = secretOf(env)
const logger = pino({ enabled: false })
const { db, files, jobs } = await openAppContext(env, await connect(env, secret, logger), secret, logger)
await jobs.start([], [])
const [tenant] = await db.write(tenantScope(), (tx) =>
  tx.insert(tenants).values({ fullName: 'Drill', isMain: true }).returning({ id: tenants.uniqueId }),
)
const tenantId = tenant!.id
const scope = tenantScope(tenantId)

const writeDocument = async () => {
  const id = await db.write(scope, (tx) => {
    const context = { tx, scope, actor: { uniqueId: '' } } as unknown as WriteContext
    return storeLogo(files, context, 'drill.png', randomBytes(2000))
  })
  process.stdout.write(`${JSON.stringify({ tenantId, id, at: Date.now() })}\n`)
}
const keepWriting = async () => {
  for (;;) await writeDocument()
}
await Promise.all(process.env['DRILL_WRITES'] ? [keepWriting(), keepWriting(), keepWriting()] : [keepWriting()])
