import { phrase } from '@tradewind/contract/kit/phrase'
import { attachmentPolicy } from '@tradewind/contract/operations/policies'
import type { Input } from '#kit/api/calls'
import { ENTRIES_STEP } from '#kit/api/listCalls'
import { type Feature, tabCount } from '#kit/feature'

type Files = Input<'GET /api/attachment/'>
/** The query for the files of a record. */
export const filesQuery = (kind: Files['kind'], record: string, size = ENTRIES_STEP): Files => ({ kind, record, page: 0, size })

/** The parameter of the address with the file in the viewer. */
export const VIEWED = 'file'

const load = async () => (await import('./AttachedFiles.tsx')).AttachedFiles

export const attachmentFeature: Feature = {
  tenantSwitch: 'DRIVE_ENABLED',
  recordTabs: [
    {
      kinds: ['company', 'contact'],
      key: 'files',
      text: phrase('Files'),
      rules: attachmentPolicy.see,
      attach: attachmentPolicy.attach,
      load,
      count: (kind) =>
        tabCount(
          'GET /api/attachment/',
          (record) => filesQuery(kind as Files['kind'], record, 1),
          ({ total, estimated }) => ({ total, estimated }),
        ),
    },
  ],
  recordCalls: [
    {
      kinds: ['meetingReport', 'project'],
      rules: attachmentPolicy.see,
      calls: (kind, record) => [['GET /api/attachment/', filesQuery(kind as 'project', record)]],
    },
  ],
  recordParts: [
    {
      kinds: ['meetingReport', 'project'],
      rules: attachmentPolicy.see,
      load,
    },
  ],
}
