import { attachmentPolicy } from '@tradewind/contract/operations/attachment.policy'
import type { Feature } from '#kit/feature'

const rules = attachmentPolicy.see
const load = async () => (await import('./attachment/AttachedFiles.tsx')).AttachedFiles

export const attachmentFeature: Feature = {
  needs: 'DRIVE_ENABLED',
  recordParts: [
    { kind: 'company', rules, load },
    { kind: 'contact', rules, load },
    { kind: 'meetingReport', rules, load },
    { kind: 'project', rules, load },
  ],
}
