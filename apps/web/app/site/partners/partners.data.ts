import type { PartnerCard } from '@tradewind/contract/trust/review.fields'
import { usePage } from '#kit/page/page'
import { aboutCompany } from './company.data.ts'

/** The cards as schema.org says them. */
export const useListed = (cards: readonly PartnerCard[]) => {
  const { origin } = usePage()
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: cards.map(({ companyId, companyName, brandLogoUID, score, scoreBreakdown: { totalReviews } }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      item: aboutCompany(origin, { uniqueId: companyId, companyName, brandLogoUID, score, totalReviews }),
    })),
  }
}
