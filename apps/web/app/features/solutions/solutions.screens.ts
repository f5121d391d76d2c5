import { screen } from '#kit/screen'

/** Open pages. */
export const solutionsScreens = [screen('solutions', 'features/solutions/Solutions.tsx')]
