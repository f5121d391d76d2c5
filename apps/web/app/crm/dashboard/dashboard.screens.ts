import { screen } from '#kit/screen'

export const dashboardScreens = [screen('dashboard', 'crm/dashboard/Dashboard.tsx')]
