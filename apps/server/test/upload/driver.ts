import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { driveUploadApi as calls } from '@tradewind/contract/drive/driveUpload.contract'
import { tenantConfigurationApi } from '@tradewind/contract/platform/tenantSetting.contract'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { z } from 'zod'
import type { TestApp, TestUser } from '../app.ts'

type Batch = Partial<z.input<(typeof calls)['batch']['input']>>

/** The calls of tus, as a user. */
const tusCalls = (app: TestApp, who: TestUser) => {
  const as = app.as(who)
  /** Sends bytes of a file. */
  const send = async (uniqueId: string, bytes: string | Buffer | Readable, offset: number | string = 0, headers = {}) => {
    const stream = bytes instanceof Readable ? bytes : Readable.from([Buffer.from(bytes)])
    const answer = await as.send(calls.send, { uniqueId, offset: String(offset), bytes: stream }, headers)
    const message = answer.body ? (answer.json().message as string) : undefined
    const said = answer.headers['upload-offset']
    return { status: answer.statusCode, ...(said !== undefined && { offset: Number(said) }), ...(message && { message }) }
  }
  const head = async (uniqueId: string, headers = {}) => {
    const authorization = `Bearer ${who.token}`
    const url = `/api/files/arriving/${uniqueId}`
    const answer = await app.fastify.inject({ method: 'HEAD', url, headers: { authorization, ...headers } })
    const said = answer.headers['upload-offset']
    return { status: answer.statusCode, ...(said !== undefined && { offset: Number(said) }), headers: answer.headers }
  }
  return { send, head }
}

/** A user who uploads. */
export const uploadCalls = (app: TestApp, who: TestUser) => {
  const as = app.as(who)
  const { send, head } = tusCalls(app, who)
  const batch = (given: Batch, headers?: Record<string, string>) => as.call(calls.batch, given, headers)

  const sendForm = ({ path }: { path: string }, form: FormData) =>
    app.fastify.inject({ method: 'POST', url: path, headers: { authorization: `Bearer ${who.token}` }, payload: form })
  const state = (uniqueId: string) => as.call(calls.state, { uniqueId, size: 500 })

  /** Declares one file and, where the server expects it, sends it. */
  const put = async (path: string, bytes: string, over: object = {}) => {
    const { parentId, ...rest } = over as { parentId?: string }
    const { uniqueId, files } = await batch({ parentId, files: [{ path, size: Buffer.byteLength(bytes), ...rest }] })
    if (files[0]!.state === 'WAITING') await send(files[0]!.uniqueId, bytes)
    return (await state(uniqueId))[0]!
  }
  const bytesOf = async (itemId: string | null) => {
    const [row] = await app.asOwner<{ hash: string }>(
      'select hash from document d join drive_item i on i.document_id = d.id where i.id = $1',
      [itemId],
    )
    return text((await app.appContext.files.read(who.tenantId, row!.hash))!)
  }
  const list = (uniqueId?: string) =>
    uniqueId ? as.call(driveApi.contents, { uniqueId, size: 500 }) : as.call(driveApi.list, { size: 500 })
  const names = async (folderId?: string) => (await list(folderId)).map(({ name }) => name)
  const configure = async (key: 'DRIVE_UPLOAD_LIMIT_MB' | 'DRIVE_QUOTA_MB' | 'DRIVE_ENABLED', value: number | boolean) => {
    const chief = await app.someone('ROLE_SUPER_ADMIN')
    await app.as(chief).call(tenantConfigurationApi.update, { key, value }, { 'x-tenant': who.tenantId })
  }
  return { ...who, as, batch, send, sendForm, head, state, put, bytesOf, list, names, configure }
}
export type UploadCalls = ReturnType<typeof uploadCalls>

/** An uploader in a tenant of its own, with its own settings. */
export const uploaderInOwnTenant = async (app: TestApp) => {
  const { uniqueId: tenantId } = await app.tenant(`Tenant ${crypto.randomUUID()}`)
  return uploadCalls(app, await app.someone('ROLE_LEVEL1', { tenantId }))
}

export const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The contents of the store: the temporary pieces, and hashes that no document has. */
export const findStoreFaults = async (app: TestApp, tenantId: string) => {
  const storedHashes: string[] = []
  for await (const { hash } of app.appContext.files.list(tenantId)) storedHashes.push(hash)
  const documents = await app.asOwner<{ hash: string }>('select distinct hash from document where tenant_id = $1', [tenantId])
  const hashes = new Set(documents.map(({ hash }) => hash))
  return {
    orphans: storedHashes.filter((hash) => !hashes.has(hash)).length,
    missing: [...hashes].filter((hash) => !storedHashes.includes(hash)).length,
  }
}
