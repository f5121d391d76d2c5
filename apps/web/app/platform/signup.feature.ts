import { screen } from '#kit/screen'

/** An open page. */
export const signupScreens = [screen('signup', 'platform/signup/SignUp.tsx')]
