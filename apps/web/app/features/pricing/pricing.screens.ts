import { screen } from '#kit/screen'

/** Open pages. */
export const pricingScreens = [screen('pricing', 'features/pricing/Pricing.tsx')]
