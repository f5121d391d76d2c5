import type { Feature } from '#kit/feature'

export const openPagesFeature: Feature = {
  screens: {
    public: {
      xareview: 'site/partners/Partners.tsx',
      'company/:uniqueId': 'site/partners/Company.tsx',
      aboutUs: 'site/pages/AboutUs.tsx',
      solutions: 'site/pages/Solutions.tsx',
      pricing: 'site/pages/Pricing.tsx',
      privacy: 'site/pages/Legal.tsx',
      terms: 'site/pages/Legal.tsx',
      imprint: 'site/pages/Legal.tsx',
      contact: 'site/pages/Legal.tsx',
    },
  },
}
