import type { Uploaded as UploadedFile } from '@tradewind/contract/kit/endpoint'
import { say, Sentence } from '@tradewind/contract/kit/say'
import { bulkUploadApi } from '@tradewind/contract/operations/bulkUpload.contract'
import { bulkUploadPolicy } from '@tradewind/contract/operations/policies'
import { template } from '@tradewind/workbook/marked'
import { sheetsOf } from '@tradewind/workbook/read'
import { XLSX_TYPE } from '@tradewind/workbook/write'
import { inScope } from '#kit/database/database'
import { invalid, notFound } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import {
  type ManualContext,
  manualTransaction,
  type ReadContext,
  type RequestContext,
  type WriteContext,
} from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audit } from '#kit/record/audit'
import { bulkSheet } from '#kit/record/sheets'
import { lockBytes } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import type { Tenant } from '#platform/tenant.queries'
import { isInOtherTenant } from '#platform/user/user.queries'
import type { AppContext } from '../appContext.ts'
import {
  bulkUploadJob,
  bulkUploadWorker,
  cancelUpload,
  listUploads,
  lockUpload,
  removeDocument,
  removeUpload,
  replyOf,
} from './bulkUpload.job.ts'
import { bulkUploads } from './schema/bulk.table.ts'

type Needs = Pick<AppContext, 'jobs' | 'files' | 'tenants'>
interface UploadInput {
  file: UploadedFile
  uniqueId?: string | undefined
}

/** The tenant to bootstrap: the one in the form, else that of x-tenant. */
const tenantOf = async ({ tenants }: Needs, context: RequestContext, requestedId?: string): Promise<Tenant> => {
  const { tenantId } = context.scope
  const targetId = requestedId?.toLowerCase() ?? tenantId
  if (isInOtherTenant(context) && targetId !== tenantId)
    throw invalid({ uniqueId: new Sentence('x-tenant names another tenant') })
  const tenant = await tenants.byId(targetId)
  if (!tenant || tenant.deletedAt || tenant.erasedAt) throw notFound(say('Tenant not found'))
  return tenant
}

const quoted = (names: readonly string[], word: string) => names.map((name) => `'${name}'`).join(word)

/** Throws if the file is not a workbook, or has no known sheet. Reads only its beginning. */
const checkWorkbook = async ({ path }: UploadedFile, known: readonly string[]) => {
  const found = (await sheetsOf(path, known)).map(({ name }) => name)
  if (found.some((name) => known.includes(name))) return
  const foundSheets = found.length > 0 ? quoted(found, ', ') : say('no sheet')
  const reason = say('The workbook has no sheet {sheets}. It has {found}.', { sheets: quoted(known, ' or '), found: foundSheets })
  throw invalid({ file: reason }, reason)
}

/** Enqueues the job for the workbook. The bytes are stored last, when nothing can fail any more. */
const createUpload = async ({ files, jobs }: Needs, file: UploadedFile, context: WriteContext) => {
  const { tx, actor, scope } = context
  const { filename: name, hash, size } = file
  const createdBy = actor.uniqueId
  const documentValues = { purpose: 'IMPORT', originalFileName: name, fileName: name, mimeType: XLSX_TYPE, size, hash } as const
  await lockBytes(tx, scope.tenantId, hash)
  const [document] = await tx
    .insert(documents)
    .values({ ...documentValues, createdBy })
    .returning()
  const [upload] = await tx.insert(bulkUploads).values({ documentId: document!.uniqueId, createdBy }).returning()
  const uploadId = upload!.uniqueId
  await audit(context, { action: 'CREATED', kind: 'bulkUpload', recordId: uploadId, title: name })
  await jobs.send(tx, bulkUploadJob, { tenantId: scope.tenantId, uploadId, userId: createdBy, userTenantId: actor.tenantId })
  await files.store(scope.tenantId, { path: file.path })
  return replyOf({ upload: upload!, document: document! })
}

const lockExisting = async ({ tx }: WriteContext, uniqueId: string) => {
  const found = await lockUpload(tx, uniqueId)
  if (!found) throw notFound(say('Upload not found'))
  return found
}

const remove = async ({ jobs }: Needs, uniqueId: string, context: WriteContext) => {
  await removeUpload(jobs, await lockExisting(context, uniqueId), context)
  return { uniqueId }
}

const bulkUploadRoutes = (needs: Needs, sheets: () => NonNullable<Feature['sheets']>) => {
  const sheetsIn = (tenant: Tenant) => sheets().map((sheetFor) => sheetFor(tenant).sheet)

  // A manual transaction, so that none is open while the workbook is inspected.
  const startUpload = manualTransaction(async ({ file, uniqueId }: UploadInput, request: ManualContext) => {
    const tenant = await tenantOf(needs, request, uniqueId)
    const sheetNames = sheetsIn(tenant).map(({ name }) => name)
    await checkWorkbook(file, sheetNames)
    const scope = { tenantId: tenant.uniqueId, partitionId: tenant.uniqueId }
    return request.writeOnce((context) => inScope(context.tx, scope, () => createUpload(needs, file, { ...context, scope })))
  })

  return routes(bulkUploadApi, {
    list: (query, { db }: ReadContext) => listUploads(db, query),
    template: async (_, context: ReadContext) => {
      const tenant = await tenantOf(needs, context)
      return { name: 'bulkUploadTemplate.xlsx', type: XLSX_TYPE, body: template(...sheetsIn(tenant)) }
    },
    upload: startUpload,
    bootstrap: startUpload,
    cancel: async ({ uniqueId }, context: WriteContext) =>
      replyOf(await cancelUpload(await lockExisting(context, uniqueId), context)),
    remove: ({ uniqueId }, context: WriteContext) => remove(needs, uniqueId, context),
  })
}

/** The workbook that bootstraps a tenant, with the sheets of all features. */
export const bulkUploadFeature = (context: AppContext, all: AllFeatures): Feature => {
  const sheets = () =>
    all().flatMap(({ sheets: own = [], imports = [] }) => [...own, ...imports.map((arrival) => () => bulkSheet(arrival))])
  return {
    routes: () => [bulkUploadRoutes(context, sheets)],
    announced: [{ name: 'bulkUpload', policy: bulkUploadPolicy, acrossTenants: true }],
    workers: [bulkUploadWorker(context, sheets)],
    removeDocument: (document, writing) => removeDocument(context.jobs, document, writing),
  }
}
