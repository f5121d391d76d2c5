import type { ImportKind, RowStatus } from '@tradewind/contract/crm/bulk/fileImport.constants'
import { fileImportApi, type ImportChange } from '@tradewind/contract/crm/bulk/fileImport.contract'
import type { TestApp, TestUser } from '../app.ts'

export type ImportOptions = Omit<ImportChange, 'uniqueId'>

/** Creates a file with rows. */
export const csvFile = (text: string | Uint8Array<ArrayBuffer>, name = 'firms.csv') => new File([text], name)

const header = 'Legal Name;Country;Website;Company Types;Address;Tax Ref Number'
export const companiesFile = (...lines: string[]) => csvFile([header, ...lines].join('\r\n'))
export const csvCompanyRow = (name: string, address = '', tax = '') =>
  `${name};Italy;https://${name.toLowerCase().replace(/[^a-z0-9]/g, '-')}.example;ASSOCIATION;${address};${tax}`

/** The steps of an import from a file, each run until its job has ended. */
export const importCalls = (app: TestApp) => {
  const looked = (who: TestUser, file: Blob, kind: ImportKind = 'company') =>
    app.as(who).call(fileImportApi.create, { file, kind })
  const get = (who: TestUser, uniqueId: string) => app.as(who).call(fileImportApi.get, { uniqueId })
  const rows = (who: TestUser, uniqueId: string, status: RowStatus) =>
    app.as(who).call(fileImportApi.rows, { uniqueId, status, page: 0 })
  /** The job that a call has queued. */
  const jobOf = async (name: string, importId: string) => {
    const [found] = await app.asOwner<{ data: object }>(
      `select data from pgboss.job where name = $1 and data->>'importId' = $2 order by created_on desc limit 1`,
      [name, importId],
    )
    return found!.data
  }
  const doing = async (who: TestUser, call: 'check' | 'take' | 'undo', uniqueId: string) => {
    await app.as(who).call(fileImportApi[call], { uniqueId })
    await app.work(`massUpload.${call}`, await jobOf(`massUpload.${call}`, uniqueId))
    return get(who, uniqueId)
  }
  const checked = async (who: TestUser, file: Blob, over: ImportOptions = {}, kind: ImportKind = 'company') => {
    const { uniqueId } = await looked(who, file, kind)
    if (Object.keys(over).length > 0) await app.as(who).call(fileImportApi.update, { uniqueId, ...over })
    return doing(who, 'check', uniqueId)
  }
  const taken = async (who: TestUser, file: Blob, over: ImportOptions = {}, kind: ImportKind = 'company') => {
    const { uniqueId } = await checked(who, file, over, kind)
    return doing(who, 'take', uniqueId)
  }
  return { looked, get, rows, jobOf, doing, checked, taken }
}
