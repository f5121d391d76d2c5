import { screen } from '#kit/screen'

/** In the super admin's area. */
export const letterScreens = [screen('letter/list', 'features/letter/LetterList.tsx')]
