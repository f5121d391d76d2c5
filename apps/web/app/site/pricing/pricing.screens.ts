import { screen } from '#kit/screen'

/** Open pages. */
export const pricingScreens = [screen('pricing', 'site/pricing/Pricing.tsx')]
