import { screen } from '#kit/screen'

export const analyticsScreens = [screen('analytics', 'site/analytics/Analytics.tsx')]
