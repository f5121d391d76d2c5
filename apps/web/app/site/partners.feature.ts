import { screen } from '#kit/screen'

/** Open pages. */
export const trustScreens = [
  screen('xareview', 'site/partners/Partners.tsx'),
  screen('company/:uniqueId', 'site/trustPage/Company.tsx'),
  screen('review/:token', 'trust/survey/Survey.tsx'),
  screen('unsubscribe/:token', 'trust/survey/Unsubscribe.tsx'),
]
