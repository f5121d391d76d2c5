import type { Language } from './language.ts'

/** A link to a legal text of the tenant: its English name, the path of its page, and the id of the version that the page shows. */
export interface LegalLink {
  name: string
  path: string
  version: string
}

/** What a page knows of its tenant and language. */
export interface PageFacts {
  /** The version of the application that rendered the page. */
  version: string
  /** The origin of the tenant's pages: scheme and host, without a trailing slash. From settings, never from a request header. */
  origin: string
  tenant: {
    uniqueId: string
    name: string
    logo: string | null
    isMain: boolean
    contact: string | null
    /** Visitors may browse the tenant's reviewed companies. */
    showsPartners: boolean
    /** The tenant has a knowledge centre. */
    showsContent: boolean
    /** Visitors may take the self-assessment. */
    showsAssessment: boolean
    /** Visitors may sign up for free accounts. */
    allowsSignUp: boolean
    /** The published legal texts, in the order of the footer. */
    legal: readonly LegalLink[]
  }
  language: Language
  /** Translations by English text. A missing one is shown in English. */
  texts: Readonly<Record<string, string>>
  /** `texts` is complete: there are no further ones to load. */
  hasAllTexts?: boolean
}

/** What the server provides to a page while it renders it, always as a visitor of this tenant sees it. */
export interface PageServices extends PageFacts {
  /** The time zone of the tenant's days. */
  timeZone: string
  /** Megabytes of files in the drive of each paid member. Null: drives are switched off for the tenant. */
  driveQuota: number | null
  /**
   * Sends a GET to the API (`/api/review/partners?page=0`) as a visitor of the tenant. Null where there is no result: 404, 403 (it is switched off)
   * or 422 (nothing has such an address). Rejects with a `status` in all other cases.
   */
  callApi: (path: string) => Promise<ApiResult | null>
}

/** The result of a call: the reply's data, or a list's rows, and the total. */
export interface ApiResult {
  data: unknown
  total: number | null
}

/** Totals of lists are counted up to this number. An estimated total equal to it means more than that. */
export const MAX_COUNTED = 10_000
