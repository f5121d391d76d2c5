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

/** The newest version of each kind and language, without its content. */
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

/** The published version of a kind in the first of these languages that has one, else in any language. */
const pickVersion = (versions: readonly Newest[], of: LegalKind, languages: readonly Language[]) => {
  const published = versions.filter((one) => one.isShown && one.kind === of)
  return languages.flatMap((spoken) => published.filter((one) => one.language === spoken))[0] ?? published[0]
}

const loadVersions = async (db: Database, tenantId: string) => ({
  tenantId,
  versions: await newestVersions(db.as(tenantScope(tenantId))),
})

/** Finds the published legal texts of a tenant, and caches them until a node message reports a change. */
export const openLegalTexts = (db: Database, canCache: () => boolean) => {
  const cache = invalidatableCache<Awaited<ReturnType<typeof loadVersions>>>(canCache, {
    name: 'legal texts',
    maxEntries: 10_000,
    ttl: 600_000,
  })
  const versionsOf = async (tenantId: string) => (await cache.get(tenantId, () => loadVersions(db, tenantId))).versions
  return {
    /** The version to show to a reader of these languages, in order of preference. */
    shown: async (tenantId: string, of: LegalKind, languages: readonly Language[]) =>
      pickVersion(await versionsOf(tenantId), of, languages),
    /** The links to the published texts, in the order of the footer. */
    links: async (tenantId: string, languages: readonly Language[]): Promise<LegalLink[]> => {
      const versions = await versionsOf(tenantId)
      return legalKinds.flatMap((of) => {
        const found = pickVersion(versions, of, languages)
        return found ? [{ ...legalPages[of], version: found.uniqueId }] : []
      })
    },
    forget: (tenantId?: string) => cache.forget((one) => !tenantId || one.tenantId === tenantId),
  }
}
export type LegalTexts = ReturnType<typeof openLegalTexts>

/**
 * The columns that record a visitor's consent to a version of the privacy policy: none if the form did not ask. A visitor who consents to an earlier
 * version has read that one. Throws a Refusal (422, `consent`) if it is not a version of the policy.
 */
export const consentColumns = async (tx: Tx, versionId: string | undefined) => {
  if (!versionId) return {}
  const isIt = and(eq(uniqueId, versionId), eq(kind, 'PRIVACY'))
  const [found] = await tx.select({ uniqueId }).from(legalTextVersions).where(isIt)
  if (!found) throw invalid({ consent: say('There is no such privacy policy. Please reload the page.') })
  return { consentId: versionId, consentedAt: new Date().toISOString() }
}
