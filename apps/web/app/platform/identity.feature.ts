import { screen } from '#kit/screen'

/** Open pages. */
export const identityScreens = [
  screen('auth/login', 'platform/identity/Login.tsx'),
  screen('resetPassword/:token', 'platform/identity/ResetPassword.tsx'),
  screen('undoAddress/:token', 'platform/identity/UndoAddress.tsx'),
  screen('verify/:token', 'platform/identity/Verify.tsx'),
]

/** Signed in, in either area. */
export const accountScreens = [screen('settings', 'platform/identity/Settings.tsx')]
