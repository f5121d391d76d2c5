import { screen } from '#kit/screen'

/** Open pages. */
export const aboutUsScreens = [screen('aboutUs', 'site/aboutUs/AboutUs.tsx')]
