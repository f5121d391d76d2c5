import { screen } from '#kit/screen'

/** Pages for visitors that show no records. */
export const openPageScreens = [
  screen('aboutUs', 'site/aboutUs/AboutUs.tsx'),
  screen('solutions', 'site/solutions/Solutions.tsx'),
  screen('pricing', 'site/pricing/Pricing.tsx'),
]
