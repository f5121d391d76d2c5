import type { LegalText } from '@tradewind/contract/platform/legalText.contract'
import { legalPages } from '@tradewind/contract/platform/legalText.fields'
import { languageNames } from '#kit/languages'
import type { Say } from '#kit/text'

/** How a legal text is called: "Terms (Deutsch)". */
export const nameIn =
  (t: Say) =>
  ({ kind, language }: Pick<LegalText, 'kind' | 'language'>) =>
    `${t(legalPages[kind].name)} (${languageNames[language]})`
