interface Reviewed {
  uniqueId: string
  companyName: string
  brandLogoUID: string | null
  score: number
  totalReviews: number
}

/** A reviewed company as schema.org says it: its rating as the page shows it, where there are answers. */
export const aboutCompany = (origin: string, { uniqueId, companyName, brandLogoUID, score, totalReviews }: Reviewed) => ({
  '@type': 'Organization',
  name: companyName,
  url: `${origin}/company/${uniqueId}`,
  ...(brandLogoUID && { logo: `${origin}/api/document/${brandLogoUID}` }),
  ...(totalReviews > 0 && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: Math.round(score * 10) / 10,
      reviewCount: totalReviews,
      bestRating: 5,
      worstRating: 0.5,
    },
  }),
})
