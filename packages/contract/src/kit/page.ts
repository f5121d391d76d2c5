import type { Language } from './language.ts'

/** The way to a legal text of the tenant: its English name, the path of its page, and the id of the version that the page shows. */
export interface LegalLink {
  name: string
  path: string
  version: string
}

/** What a page knows of where it stands. */
export interface PageFacts {
  /** Where the tenant's pages live: scheme and host, without a slash at the end. From settings, never from a request header. */
  origin: string
  tenant: {
    uniqueId: string
    name: string
    logo: string | null
    isMain: boolean
    contact: string | null
    /** Visitors may browse its reviewed companies. */
    showsPartners: boolean
    /** It has a knowledge centre. */
    showsContent: boolean
    /** Visitors may take the self-assessment. */
    showsAssessment: boolean
    /** Visitors may open free accounts. */
    allowsSignUp: boolean
    /** The legal texts that are published, in the order of the footer. */
    legal: readonly LegalLink[]
  }
  language: Language
  /** English text to the text of the language. What is missing reads as its English. */
  texts: Readonly<Record<string, string>>
  /** There are no others. */
  hasAllTexts?: boolean
}

/** What the server lends to a page while it renders it, always as a visitor of this tenant sees it. */
export interface PageServices extends PageFacts {
  /** Megabytes of files in the drive of each paid member. Null: the tenant does without drives. */
  driveQuota: number | null
  /**
   * Makes a GET of the API (`/api/review/partners?page=0`) as a visitor of the tenant. Null where there is nothing to be had: 404, 403
   * (it is switched off) or 422 (nothing has such an address). Rejects with a `status` for all else.
   */
  ask: (path: string) => Promise<Answered | null>
}

/** What a call answered: the reply's data, or a list's rows, and how many there are in all. */
export interface Answered {
  data: unknown
  total: number | null
}

/** Totals of lists are counted up to here. An estimated total that is this very one means more than that. */
export const MOST_COUNTED = 10_000
