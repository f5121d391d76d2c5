import { screen } from '#kit/screen'

/** In the super admin's area. */
export const letterScreens = [screen('letter/list', 'platform/letter/LetterList.tsx')]
