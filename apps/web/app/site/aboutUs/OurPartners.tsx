import type { PartnerCard } from '@tradewind/contract/trust/review.fields'
import { useSearchParams } from 'react-router'
import { useText } from '#kit/text'
import { CardPager } from '#site/partners/CardPager'
import { addressWith } from '#site/partners/pages'
import { cardsOfPage, PartnerCards } from '#site/partners/PartnerCards'

interface OurPartnersProps {
  cards: readonly PartnerCard[]
  total: number
  page: number
}

export const OurPartners = ({ cards, total, page }: OurPartnersProps) => {
  const t = useText()
  const [params] = useSearchParams()
  return (
    <section id="partners" className="open-width about-partners" aria-labelledby="partners-title">
      <h2 id="partners-title">{t('Our Partners')}</h2>
      <p>{t('Companies that we work with. Their customers were asked, and the newest answer of each counts for the score.')}</p>
      <PartnerCards cards={cards} />
      <CardPager page={page} pages={Math.ceil(total / cardsOfPage)} addressOf={(one) => `${addressWith(params, one)}#partners`} />
    </section>
  )
}
