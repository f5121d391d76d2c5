import { screen } from '#kit/screen'

export const trashScreens = [screen('trash', 'operations/trash/Trash.tsx')]
