import { screen } from '#kit/screen'

/** Pages for visitors that show no records. */
export const openPageScreens = [
  screen('aboutUs', 'site/pages/AboutUs.tsx'),
  screen('solutions', 'site/pages/Solutions.tsx'),
  screen('pricing', 'site/pages/Pricing.tsx'),
]
