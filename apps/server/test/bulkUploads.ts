import { bulkUploadApi, type SheetOutcome } from '@tradewind/contract/operations/bulkUpload.contract'
import { workers } from '../src/app.ts'
import type { AppContext } from '../src/appContext.ts'
import type { TestApp, TestUser } from './app.ts'
import { bulkWorkbook, company, userRow } from './bulkWorkbook.ts'

export interface JobPayload {
  tenantId: string
  uploadId: string
}
type Response = { sheets: Record<string, SheetOutcome>; problem?: string }

/** What a tenant contains after importing this many: one audit entry for each record, one link and one letter for each user. */
export const expectedFigures = (users: number, companies: number) => ({
  users,
  companies,
  notes: users + companies,
  links: users,
  letters: users,
  invited: users,
})

const countOf = (text: string) => `(select count(*)::int from ${text})`
const expiresInSevenDays = `expires_at between now() + interval '167 hours' and now() + interval '168 hours'`
const passwordLetters = `pgboss.job where name = 'identity.letter' and data->>'tenantId' = $1::text`

const loadFigures = async (app: TestApp, tenantId: string) => {
  const [found] = await app.asOwner(
    `select ${countOf('user_account where tenant_id = $1')} as users,
      ${countOf('company where tenant_id = $1 and world_id = $1')} as companies,
      ${countOf(`audit where tenant_id = $1 and action = 'IMPORTED'`)} as notes,
      ${countOf(`link_token where tenant_id = $1 and purpose = 'SET_PASSWORD' and ${expiresInSevenDays}`)} as links,
      ${countOf(passwordLetters)} as letters,
      ${countOf(`(select distinct data->>'userId' from ${passwordLetters}) one`)} as invited`,
    [tenantId],
  )
  return found
}

/** Runs the job as a node with this context would. */
export const runUploadOn = (appContext: AppContext, payload: JobPayload) =>
  workers(appContext)
    .find(({ job }) => job.name === 'bulkUpload.take')!
    .work(payload as never)

/** Uploads by a super admin, whose jobs wait until they are run manually. */
export const bulkUploads = (app: TestApp, chief: TestUser) => {
  const newTenant = async () => (await app.tenant(`Tenant ${crypto.randomUUID()}`)).uniqueId

  const uploaded = async (
    file: Blob,
    { tenantId, who = chief }: { tenantId?: string; who?: TestUser } = {},
  ): Promise<JobPayload> => {
    const named = tenantId ?? (await newTenant())
    const { uniqueId } = await app.as(who).call(bulkUploadApi.bootstrap, { file, uniqueId: named })
    const [job] = await app.asOwner<{ data: JobPayload }>(
      `select data from pgboss.job where name = 'bulkUpload.take' and data->>'uploadId' = $1`,
      [uniqueId],
    )
    return job!.data
  }
  const take = (payload: JobPayload) => app.work('bulkUpload.take', payload)

  const stateOf = async ({ tenantId, uploadId }: JobPayload) => {
    const all = await app.as(chief).call(bulkUploadApi.list, {}, { 'x-tenant': tenantId })
    const { parsingResponse, ...state } = all.find(({ uniqueId }) => uniqueId === uploadId)!
    return { ...state, response: JSON.parse(parsingResponse) as Response }
  }
  const notices = ({ tenantId }: JobPayload) =>
    app.asOwner(`select subject, content, values, path, user_id, tenant_id from notification where path like $1 order by id`, [
      `%${tenantId}`,
    ])

  const figures = ({ tenantId }: Pick<JobPayload, 'tenantId'>) => loadFigures(app, tenantId)

  /** A tenant with a user and a company whose address and name are taken. */
  const occupied = async () => {
    const sheets = { Users: [userRow('taken@example.test')], Companies: [company('Taken AG')] }
    const { tenantId, ...payload } = await uploaded(await bulkWorkbook(sheets))
    await take({ tenantId, ...payload })
    return { tenantId, taken: { address: 'taken@example.test', company: 'Taken AG' } }
  }
  return { newTenant, uploaded, take, stateOf, notices, figures, occupied }
}
