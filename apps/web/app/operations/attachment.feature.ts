import { attachmentPolicy } from '@tradewind/contract/operations/attachment.policy'
import type { Feature } from '#kit/feature'

export const attachmentFeature: Feature = {
  needs: 'DRIVE_ENABLED',
  recordParts: [
    {
      kinds: ['company', 'contact', 'meetingReport', 'project'],
      rules: attachmentPolicy.see,
      load: async () => (await import('./attachment/AttachedFiles.tsx')).AttachedFiles,
    },
  ],
}
