import type { UploadingFile } from '@tradewind/contract/drive/driveUpload.contract'
import { expect, test } from 'vitest'
import {
  type Batch,
  type FileState,
  hasOpenFiles,
  isComplete,
  isFinished,
  matchLostFile,
  nextWaitingFile,
  progressOf,
  type SendingFile,
  summarizeNames,
  undeliverableIds,
  withFile,
  withoutFiles,
  withServerRows,
  wouldLoseFiles,
} from './state.ts'

const file = (uniqueId: string, state: FileState, sent = 0): SendingFile => ({
  uniqueId,
  path: uniqueId,
  name: uniqueId,
  size: 100,
  sent,
  lastModified: 1,
  state,
  problem: null,
})
const batch = (files: readonly SendingFile[], over: Partial<Batch> = {}): Batch => ({
  uniqueId: 'batch',
  ownerId: 'ann',
  parentId: null,
  paused: false,
  kept: false,
  folders: [],
  complete: false,
  files,
  ...over,
})

test('progress counts what is wanted: files left out weigh nothing, finished files count in full', () => {
  const files = [file('a', 'DONE'), file('b', 'SENDING', 40), file('c', 'SKIPPED'), file('d', 'CANCELLED'), file('e', 'LOST', 10)]
  expect(progressOf([batch(files)])).toEqual({
    sent: 150,
    size: 300,
    files: 5,
    folders: 0,
    done: 1,
    skipped: 2,
    failed: 1,
    running: 1,
  })
})

test('sends the next waiting file, but none of a paused batch or of another user', () => {
  const waiting = [file('a', 'DONE'), file('b', 'WAITING')]
  expect(nextWaitingFile([batch(waiting, { paused: true }), batch([file('c', 'WAITING')])], 'ann')?.uniqueId).toBe('c')
  expect(nextWaitingFile([batch(waiting)], 'bob')).toBeUndefined()
})

test('a batch is finished when nothing more happens to any file automatically', () => {
  const almost = batch([file('a', 'DONE'), file('b', 'LOST')])
  expect(isFinished(almost)).toBe(false)
  expect(isFinished(withFile(almost, 'b', { state: 'FAILED', problem: 'x' }))).toBe(true)
})

const chosen = (path: string, content = 'x'.repeat(100), lastModified = 1) => ({
  path,
  file: new File([content], path.split('/').at(-1)!, { lastModified }),
})

test('a lost file is matched by its path, or by a unique name, and only if unchanged', () => {
  const lost = { ...file('Fair/a/scan.jpg', 'LOST'), size: 100 }
  const same = chosen('Fair/a/scan.jpg')
  expect(matchLostFile([chosen('Fair/b/scan.jpg'), same], lost)).toBe(same)
  expect(matchLostFile([chosen('b/scan.jpg'), chosen('c/scan.jpg')], lost)).toBeUndefined()
  expect(matchLostFile([chosen('scan.jpg')], lost)?.path).toBe('scan.jpg')
  expect(matchLostFile([chosen('Fair/a/scan.jpg', 'x'.repeat(100), 2)], lost)).toBeUndefined()
})

test('an upload would lose its unsent files, unless the browser has kept them', () => {
  const files = [file('a', 'DONE'), file('b', 'WAITING')]
  expect(wouldLoseFiles(batch(files))).toBe(true)
  expect(wouldLoseFiles(batch(files, { kept: true }))).toBe(false)
  expect(wouldLoseFiles(batch([file('a', 'DONE'), file('b', 'LOST'), file('c', 'FAILED')]))).toBe(false)
})

test('an upload is named by what was chosen first: a folder counts as one, whatever it contains', () => {
  expect(summarizeNames(batch([file('plans/a.pdf', 'DONE'), file('plans/old/b.pdf', 'DONE')]))).toEqual({
    first: 'plans',
    others: 0,
  })
  expect(summarizeNames(batch([file('a.pdf', 'DONE'), file('b.pdf', 'DONE'), file('c.pdf', 'DONE')]))).toEqual({
    first: 'a.pdf',
    others: 2,
  })
})

test('an upload of only empty folders is finished immediately, and is named by the first of them', () => {
  const folders = batch([], { folders: ['Fair/Later', 'Stands'] })
  expect([isFinished(folders), hasOpenFiles(folders), isComplete(folders)]).toEqual([true, false, false])
  expect(summarizeNames(folders)).toEqual({ first: 'Fair', others: 1 })
  expect(progressOf([folders])).toMatchObject({ files: 0, folders: 2 })
})

test('an upload is complete when all of its files are uploaded, and is remembered as long as one of them has failed', () => {
  expect(isComplete(batch([file('a', 'DONE'), file('b', 'DONE')]))).toBe(true)
  expect(isComplete(batch([file('a', 'DONE'), file('b', 'SKIPPED')]))).toBe(false)
  const failed = batch([file('a', 'DONE'), file('b', 'FAILED')])
  expect(hasOpenFiles(failed)).toBe(true)
  expect(hasOpenFiles(withoutFiles(failed, new Set(['b'])))).toBe(false)
  expect(hasOpenFiles(batch([file('a', 'WAITING')]))).toBe(true)
})

const row = (uniqueId: string, state: UploadingFile['state']): [string, UploadingFile] => [
  uniqueId,
  { uniqueId, path: uniqueId, size: 100, received: 70, state, itemId: null, name: `${uniqueId} (2)`, problem: null },
]

test('the server’s state sets a file’s progress and name, but not files that failed or were cancelled here', () => {
  const here = batch([file('a', 'SENDING'), file('b', 'FAILED'), file('c', 'CANCELLED'), file('d', 'FAILED'), file('e', 'LOST')])
  const rows = new Map([row('a', 'WAITING'), row('b', 'CANCELLED'), row('c', 'WAITING'), row('d', 'DONE')])
  const known = withServerRows(here, rows)
  expect(known.files.map(({ state }) => state)).toEqual(['WAITING', 'FAILED', 'CANCELLED', 'DONE', 'LOST'])
  expect(known.files[0]).toMatchObject({ sent: 70, name: 'a (2)' })
  expect(known.files[1]).toEqual(here.files[1])
  expect(undeliverableIds(here, rows)).toEqual(['c'])
})
