import { driveUploadApi } from '@tradewind/contract/drive/driveUpload.contract'
import type { Database } from '#kit/database/database'
import { limited, type Reading, type Writing } from '#kit/http/context'
import type { Decisions } from '../../tenantSetting/tenantSetting.queries.ts'
import { driveRoutesOf } from '../enabled.ts'
import { listUploads } from './arriving.ts'
import { clashes, declare, type Needs } from './declare.ts'
import { openWriters } from './flow.ts'
import { takeForm } from './form.ts'
import { formLimit } from './room.ts'
import { tusCalls } from './send.ts'

export const driveUploadRoutes = (needs: Needs & { db: Database; decisions: Decisions }) =>
  driveRoutesOf(driveUploadApi, needs.decisions, {
    clashes: (asked, context: Writing) => clashes(asked, context),
    batch: (given, context: Writing) => declare(needs, given, context),
    state: (asked, context: Reading) => listUploads(asked, context),
    ...tusCalls(needs, openWriters()),
    upload: limited(
      (asking) => formLimit(needs.decisions, asking, needs.db.as(asking.scope)),
      (given, context) => takeForm(needs, given, context),
    ),
  })
