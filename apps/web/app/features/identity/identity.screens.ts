import { screen } from '#kit/screen'

/** Open pages. */
export const identityScreens = [
  screen('auth/login', 'features/identity/Login.tsx'),
  screen('resetPassword/:token', 'features/identity/ResetPassword.tsx'),
  screen('undoAddress/:token', 'features/identity/UndoAddress.tsx'),
  screen('verify/:token', 'features/identity/Verify.tsx'),
]

/** Signed in, in either area. */
export const accountScreens = [screen('settings', 'features/identity/settings/Settings.tsx')]
