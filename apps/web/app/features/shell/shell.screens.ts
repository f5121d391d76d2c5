import { screen } from '#kit/screen'

export const shellScreens = [screen('dashboard', 'features/shell/landing/Dashboard.tsx')]
