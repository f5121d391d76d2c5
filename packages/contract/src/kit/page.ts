import type { Language } from '../message/message.contract.ts'

/** What the server lends to a page while it renders it, always as a visitor of this tenant sees it. */
export interface PageServices {
  /** Where the tenant's pages live: scheme and host, without a slash at the end. From settings, never from a request header. */
  origin: string
  tenant: { uniqueId: string; name: string; logo: string | null; isMain: boolean }
  language: Language
  /** English text to the text of the language. What is missing reads as its English. */
  texts: Readonly<Record<string, string>>
}
