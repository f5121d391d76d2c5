import { screen } from '#kit/screen'

/** Open pages. */
export const aboutUsScreens = [screen('aboutUs', 'features/aboutUs/AboutUs.tsx')]
