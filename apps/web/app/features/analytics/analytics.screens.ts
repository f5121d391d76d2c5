import { screen } from '#kit/screen'

export const analyticsScreens = [screen('analytics', 'features/analytics/Analytics.tsx')]
