import { screen } from '#kit/screen'

export const trashScreens = [screen('trash', 'features/trash/Trash.tsx')]
