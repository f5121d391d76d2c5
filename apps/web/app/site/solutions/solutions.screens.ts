import { screen } from '#kit/screen'

/** Open pages. */
export const solutionsScreens = [screen('solutions', 'site/solutions/Solutions.tsx')]
