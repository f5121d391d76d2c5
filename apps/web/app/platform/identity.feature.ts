import type { Feature } from '#kit/feature'

export const identityFeature: Feature = {
  screens: {
    public: {
      signup: 'platform/identity/SignUp.tsx',
      'auth/login': 'platform/identity/Login.tsx',
      'resetPassword/:token': 'platform/identity/ResetPassword.tsx',
      'undoAddress/:token': 'platform/identity/UndoAddress.tsx',
      'verify/:token': 'platform/identity/Verify.tsx',
    },
    work: {
      settings: 'platform/identity/Settings.tsx',
    },
  },
}
