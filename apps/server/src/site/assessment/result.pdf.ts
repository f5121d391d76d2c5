import type { Files } from '@tradewind/byte-store/files'
import type { Language } from '@tradewind/contract/kit/language'
import { eq } from 'drizzle-orm'
import { buffer } from 'node:stream/consumers'
import { type Database, tenantScope } from '#kit/database/database'
import type { ReadContext } from '#kit/http/context'
import type { TextsOf } from '#platform/message.queries'
import { documents } from '#platform/schema/document.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { pdfOf } from './pdf/pdf.ts'
import { sheetOf } from './pdf/words.ts'
import { type AskedResult, resultBy, type ResultNeeds } from './result.ts'

export interface PdfNeeds extends ResultNeeds {
  files: Files
  tenants: { byId: (tenantId: string) => Promise<{ fullName: string } | undefined> }
  settings: TenantSettings
  texts: Pick<TextsOf, 'translator'>
}

/** The tenant's logo: a PNG, as all that we made again. */
const logoOf = async ({ db, files }: { db: Database; files: Files }, tenantId: string, documentId: string) => {
  if (!documentId) return null
  const found = await db.as(tenantScope(tenantId)).select().from(documents).where(eq(documents.uniqueId, documentId))
  const bytes = found[0] && (await files.read(tenantId, found[0].hash))
  return bytes ? buffer(bytes) : null
}

/** The result behind a link as a PDF, in the tenant's name and words, and in its language where none is asked for. */
export const resultPdf =
  (needs: PdfNeeds) =>
  async ({ token, lang }: AskedResult, asking: Pick<ReadContext, 'scope' | 'ip'>) => {
    const result = await resultBy(needs)({ token }, asking)
    const { tenantId } = asking.scope
    const [tenant, decided] = await Promise.all([needs.tenants.byId(tenantId), needs.settings.of(tenantId)])
    const language = lang ?? (decided.DEFAULT_LANGUAGE as Language)
    const [t, logo] = await Promise.all([
      needs.texts.translator(tenantId, language),
      logoOf(needs, tenantId, decided.TENANT_LOGO),
    ])
    const body = await pdfOf(sheetOf(result, tenant?.fullName ?? '', logo, { t, language }))
    return { name: `self-assessment-${result.dateCreated.slice(0, 10)}.pdf`, type: 'application/pdf', body }
  }
