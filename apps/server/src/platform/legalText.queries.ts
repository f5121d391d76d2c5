import type { Language } from '@tradewind/contract/kit/language'
import type { LegalLink } from '@tradewind/contract/kit/page'
import { say } from '@tradewind/contract/kit/say'
import { type LegalKind, legalKinds, legalPages } from '@tradewind/contract/platform/legalText.fields'
import { and, eq, sql } from 'drizzle-orm'
import { invalidatableCache } from '#kit/cache'
import { type Database, type Reader, tenantScope, type Tx } from '#kit/database/database'
import { invalid } from '#kit/errors'
import { legalTextVersions } from './schema/message.table.ts'

const { kind, language, version, uniqueId, dateCreated, content } = legalTextVersions

/** The newest version of each kind and language, without its words. */
export const newestVersions = (reader: Reader | Tx) =>
  reader
    .select({
      kind,
      language,
      version,
      uniqueId,
      dateCreated,
      isShown: sql<boolean>`${content} <> ''`,
    })
    .from(legalTextVersions)
    .where(
      sql`not exists (select from legal_text_version later where later.tenant_id = ${legalTextVersions.tenantId}
        and later.kind = ${kind} and later.language = ${language} and later.version > ${version})`,
    )
type Newest = Awaited<ReturnType<typeof newestVersions>>[number]

/** Of what is published of a kind: what speaks the first of these languages that any of it speaks, else anything. */
const spokenOf = (versions: readonly Newest[], of: LegalKind, wanted: readonly Language[]) => {
  const shown = versions.filter((one) => one.isShown && one.kind === of)
  return wanted.flatMap((spoken) => shown.filter((one) => one.language === spoken))[0] ?? shown[0]
}

const read = async (db: Database, tenantId: string) => ({
  tenantId,
  versions: await newestVersions(db.as(tenantScope(tenantId))),
})

/** Knows which legal texts of a tenant are published, and remembers it until it is told of a change. */
export const openLegalTexts = (db: Database, mayRemember: () => boolean) => {
  const known = invalidatableCache<Awaited<ReturnType<typeof read>>>(mayRemember, {
    name: 'legal texts',
    most: 10_000,
    good: 600_000,
  })
  const versionsOf = async (tenantId: string) => (await known.get(tenantId, () => read(db, tenantId))).versions
  return {
    /** The version that is shown to who would read these languages, the first before the others. */
    shown: async (tenantId: string, of: LegalKind, wanted: readonly Language[]) =>
      spokenOf(await versionsOf(tenantId), of, wanted),
    /** The ways to those that are published, in the order of the footer. */
    links: async (tenantId: string, wanted: readonly Language[]): Promise<LegalLink[]> => {
      const versions = await versionsOf(tenantId)
      return legalKinds.flatMap((of) => {
        const found = spokenOf(versions, of, wanted)
        return found ? [{ ...legalPages[of], version: found.uniqueId }] : []
      })
    },
    forget: (tenantId?: string) => known.forget((one) => !tenantId || one.tenantId === tenantId),
  }
}
export type LegalTexts = ReturnType<typeof openLegalTexts>

/**
 * What is kept of a visitor who agrees to a version of the privacy policy: nothing where the form did not ask. Whoever agrees to an earlier
 * version than the newest has read that one. Refuses (422, `consent`) what is no version of it.
 */
export const consentTo = async (tx: Tx, given: string | undefined) => {
  if (!given) return {}
  const isIt = and(eq(uniqueId, given), eq(kind, 'PRIVACY'))
  const [found] = await tx.select({ uniqueId }).from(legalTextVersions).where(isIt)
  if (!found) throw invalid({ consent: say('There is no such privacy policy. Please reload the page.') })
  return { consentId: given, consentedAt: new Date().toISOString() }
}
