import { z } from 'zod'
import { asking, callsNeeding, endpoint, id } from '../kit/endpoint.ts'
import { emailAddress as address, several } from '../kit/fields.ts'
import { say } from '../kit/say.ts'
import { drivePolicy } from './drive.policy.ts'
import { DriveActivity, ids, SharedBy, SharedUser } from './item.ts'

const addresses = (sentence: string) =>
  several(address('Email'), sentence, 50, say('At most 50 addresses')).refine((list) => list.length > 0, sentence)

/** What became of the sharing of one item with one address. */
const Shared = z.object({ uniqueId: id, emailAddress: z.string(), outcome: z.enum(['DONE', 'UNCHANGED']) })
type Done = readonly z.output<typeof Shared>[]
const emails = (done: Done) => new Set(done.map(({ emailAddress }) => emailAddress)).size
const ended = (done: Done) => done.filter(({ outcome }) => outcome === 'DONE')

/** Who may open what, and what was done to it. */
export const driveShareApi = callsNeeding('DRIVE_ENABLED', {
  shared: endpoint({
    method: 'GET',
    path: '/api/files/shared',
    who: drivePolicy.shared,
    about:
      'Who shares with you. Where what others share may have changed, that is told live: by STOMP 1.2 at /ws, destination ' +
      '/user/topic/drive, without a word of what it is.',
    input: asking(['fullName'], {}),
    reply: z.array(SharedBy),
    answers: 'list',
  }),
  sharedUsers: endpoint({
    method: 'GET',
    path: '/api/files/sharedUsers',
    who: drivePolicy.keep,
    about: 'Whom you share with.',
    input: asking(['emailAddress'], {}),
    reply: z.array(SharedUser),
    answers: 'list',
  }),
  activity: endpoint({
    method: 'GET',
    path: '/api/files/activity',
    who: drivePolicy.keep,
    about: 'What was done to your files, or to one of them: by whom and when, the latest first.',
    input: asking(['dateCreated'], { uniqueId: id.optional() }).omit({ q: true }),
    reply: z.array(DriveActivity),
    answers: 'list',
  }),
  share: endpoint({
    method: 'POST',
    path: '/api/files/share',
    who: drivePolicy.keep,
    about:
      'Shares files and folders, with all that is and will be in them, with e-mail addresses. Whoever has no account gets a mail ' +
      'that invites them. The answer is the same.',
    input: z.strictObject({
      shareWith: addresses('Share with at least 1 email address!'),
      uniqueIds: ids('Select at least 1 file to share!'),
    }),
    reply: z.array(Shared),
    says: (done: Done) => say('Shared successfully with {count} emails!', { count: emails(done) }),
  }),
  unshare: endpoint({
    method: 'POST',
    path: '/api/files/unshare',
    who: drivePolicy.keep,
    about: 'Ends the sharing of one item with one address, a running download included.',
    input: z.strictObject({ uniqueId: id, email: address('Email') }),
    reply: z.array(Shared),
    says: (done: Done) =>
      ended(done).length > 0 ? say('Successfully unshared file!') : say('It was not shared with this address directly.'),
  }),
  bulkUnShare: endpoint({
    method: 'POST',
    path: '/api/files/bulkUnShare',
    who: drivePolicy.keep,
    about: 'Ends the sharing of items with addresses.',
    input: z.strictObject({
      unShareWith: addresses('Un Share with at least 1 email address!'),
      uniqueIds: ids('Select at least 1 file to unshare!'),
    }),
    reply: z.array(Shared),
    says: (done: Done) =>
      ended(done).length > 0
        ? say('Un Shared successfully with {count} emails!', { count: emails(ended(done)) })
        : say('None of it was shared with these addresses directly.'),
  }),
})
