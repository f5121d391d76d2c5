import { screen } from '#kit/screen'

/** Open pages. */
export const trustScreens = [
  screen('xareview', 'features/trust/partners/Partners.tsx'),
  screen('company/:uniqueId', 'features/trust/company/Company.tsx'),
  screen('review/:token', 'features/trust/survey/Survey.tsx'),
  screen('unsubscribe/:token', 'features/trust/unsubscribe/Unsubscribe.tsx'),
]
