import { expect, test } from 'vitest'
import {
  type Batch,
  type FileState,
  foundAmong,
  isFinished,
  nextOf,
  progressOf,
  type Sending,
  topOf,
  withFile,
  wouldLose,
} from './state.ts'

const file = (uniqueId: string, state: FileState, sent = 0): Sending => ({
  uniqueId,
  path: uniqueId,
  name: uniqueId,
  size: 100,
  sent,
  lastModified: 1,
  state,
  problem: null,
})
const batch = (files: readonly Sending[], over: Partial<Batch> = {}): Batch => ({
  uniqueId: 'batch',
  ownerId: 'ann',
  parentId: null,
  paused: false,
  kept: false,
  files,
  ...over,
})

test('progress counts what is wanted: what was left out weighs nothing, what is done weighs all', () => {
  const files = [file('a', 'DONE'), file('b', 'SENDING', 40), file('c', 'SKIPPED'), file('d', 'CANCELLED'), file('e', 'LOST', 10)]
  expect(progressOf([batch(files)])).toEqual({
    sent: 150,
    size: 300,
    files: 5,
    done: 1,
    skipped: 2,
    failed: 1,
    running: 1,
  })
})

test('what waits is sent next, but not of a pause nor of somebody else', () => {
  const waiting = [file('a', 'DONE'), file('b', 'WAITING')]
  expect(nextOf([batch(waiting, { paused: true }), batch([file('c', 'WAITING')])], 'ann')?.uniqueId).toBe('c')
  expect(nextOf([batch(waiting)], 'bob')).toBeUndefined()
})

test('a batch is finished when nothing more happens to any file by itself', () => {
  const almost = batch([file('a', 'DONE'), file('b', 'LOST')])
  expect(isFinished(almost)).toBe(false)
  expect(isFinished(withFile(almost, 'b', { state: 'FAILED', problem: 'x' }))).toBe(true)
})

const chosen = (path: string, content = 'x'.repeat(100), lastModified = 1) => ({
  path,
  file: new File([content], path.split('/').at(-1)!, { lastModified }),
})

test('a lost file is known again by its path, or by a name that no other has, and unchanged', () => {
  const lost = { ...file('Fair/a/scan.jpg', 'LOST'), size: 100 }
  const same = chosen('Fair/a/scan.jpg')
  expect(foundAmong([chosen('Fair/b/scan.jpg'), same], lost)).toBe(same)
  expect(foundAmong([chosen('b/scan.jpg'), chosen('c/scan.jpg')], lost)).toBeUndefined()
  expect(foundAmong([chosen('scan.jpg')], lost)?.path).toBe('scan.jpg')
  expect(foundAmong([chosen('Fair/a/scan.jpg', 'x'.repeat(100), 2)], lost)).toBeUndefined()
})

test('an upload loses what it has yet to send, unless the browser has kept its files', () => {
  const files = [file('a', 'DONE'), file('b', 'WAITING')]
  expect(wouldLose(batch(files))).toBe(true)
  expect(wouldLose(batch(files, { kept: true }))).toBe(false)
  expect(wouldLose(batch([file('a', 'DONE'), file('b', 'LOST'), file('c', 'FAILED')]))).toBe(false)
})

test('an upload is called by what was chosen first: a folder is one, whatever it holds', () => {
  expect(topOf(batch([file('plans/a.pdf', 'DONE'), file('plans/old/b.pdf', 'DONE')]))).toEqual({ first: 'plans', others: 0 })
  expect(topOf(batch([file('a.pdf', 'DONE'), file('b.pdf', 'DONE'), file('c.pdf', 'DONE')]))).toEqual({
    first: 'a.pdf',
    others: 2,
  })
})
