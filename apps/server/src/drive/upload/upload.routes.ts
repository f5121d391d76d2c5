import { driveUploadApi } from '@tradewind/contract/drive/driveUpload.contract'
import type { Database } from '#kit/database/database'
import { limited, type ReadContext, type WriteContext } from '#kit/http/context'
import type { TenantSettings } from '#platform/tenantSetting/tenantSetting.queries'
import { routes } from '#kit/http/routes'
import { listUploads } from './arriving.ts'
import { clashes, declare, type Needs } from './declare.ts'
import { openWriters } from './flow.ts'
import { takeForm } from './form.ts'
import { formLimit } from './room.ts'
import { tusCalls } from './send.ts'

export const driveUploadRoutes = (needs: Needs & { db: Database; settings: TenantSettings }) =>
  routes(driveUploadApi, {
    clashes: (asked, context: WriteContext) => clashes(asked, context),
    batch: (given, context: WriteContext) => declare(needs, given, context),
    state: (asked, context: ReadContext) => listUploads(asked, context),
    ...tusCalls(needs, openWriters()),
    upload: limited(
      (asking) => formLimit(needs.settings, asking, needs.db.as(asking.scope)),
      (given, context) => takeForm(needs, given, context),
    ),
  })
