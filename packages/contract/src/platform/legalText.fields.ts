import { phrase } from '../kit/phrase.ts'

/** The texts in which a tenant states who it is and what it does with data, in the order of the footer. */
export const legalKinds = ['PRIVACY', 'TERMS', 'IMPRINT', 'CONTACT'] as const
export type LegalKind = (typeof legalKinds)[number]

/** Each text's name and the address of its page. */
export const legalPages: Readonly<Record<LegalKind, { name: string; path: string }>> = {
  PRIVACY: { name: phrase('Privacy policy'), path: '/privacy' },
  TERMS: { name: phrase('Terms'), path: '/terms' },
  IMPRINT: { name: phrase('Imprint'), path: '/imprint' },
  CONTACT: { name: phrase('Contact'), path: '/contact' },
}
