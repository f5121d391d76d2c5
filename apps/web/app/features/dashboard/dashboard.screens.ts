import { screen } from '#kit/screen'

export const dashboardScreens = [screen('dashboard', 'features/dashboard/Dashboard.tsx')]
