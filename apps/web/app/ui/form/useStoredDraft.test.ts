// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftOf } from '#kit/browser/drafts'
import { adoptDraft } from './useStoredDraft.ts'

const day = 24 * 3600 * 1000
const draft = (name: string) => ({ values: { name }, from: { name: '' }, base: null })
const otherTab = '00000000-0000-4000-8000-0000000000aa'
const thirdTab = '00000000-0000-4000-8000-0000000000bb'
const formKey = (form = 'company/new') => draftOf(form).formKey
const store = (key: string, name: string, kept = Date.now()) =>
  localStorage.setItem(key, JSON.stringify({ ...draft(name), kept }))
let locks: string[]

beforeEach(() => {
  locks = []
  const query = async () => ({ held: locks.map((name) => ({ name })) })
  vi.stubGlobal('navigator', { locks: { query, request: async () => null } })
  localStorage.setItem('userId', 'me')
})
afterEach(() => vi.unstubAllGlobals())

test('a form is given the newest draft that no open tab holds, which is then its own', async () => {
  store(`${formKey()}#${otherTab}`, 'Older', Date.now() - day)
  store(`${formKey()}#${thirdTab}`, 'Newer')
  expect(draftOf('company/new').read()).toBeNull()
  expect(await adoptDraft(draftOf('company/new'))).toMatchObject(draft('Newer'))
  expect(draftOf('company/new').read()).toMatchObject(draft('Newer'))
  draftOf('company/new').drop()
  expect(await adoptDraft(draftOf('company/new'))).toMatchObject(draft('Older'))
})

test('the draft of a tab that is open stays with it', async () => {
  store(`${formKey()}#${otherTab}`, 'Of the other tab')
  locks = [`tab ${otherTab}`]
  expect(await adoptDraft(draftOf('company/new'))).toBeNull()
  draftOf('company/new').keep(draft('Mine'))
  draftOf('company/new').drop()
  locks = []
  expect(await adoptDraft(draftOf('company/new'))).toMatchObject(draft('Of the other tab'))
})

test('what was typed meanwhile is not replaced, nor anything taken over for a form that was closed', async () => {
  store(`${formKey()}#${otherTab}`, 'Closed')
  expect(await adoptDraft(draftOf('company/new'), { isWanted: () => false })).toBeNull()
  draftOf('company/new').keep(draft('Mine'))
  expect(await adoptDraft(draftOf('company/new'))).toBeNull()
  expect(draftOf('company/new').read()).toMatchObject(draft('Mine'))
})

test('a draft is found that an earlier version stored for all tabs, also under a former name; one of another form is not', async () => {
  store(formKey('company/new/x'), 'Another form')
  store(`${formKey('company/new')}/x#${otherTab}`, 'Another form')
  expect(await adoptDraft(draftOf('company/new'))).toBeNull()
  store(formKey(), 'Earlier version')
  expect(await adoptDraft(draftOf('company/new'))).toMatchObject(draft('Earlier version'))
  expect(localStorage.getItem(formKey())).toBeNull()
  store(formKey('company/named'), 'Former name')
  expect(await adoptDraft(draftOf('company/renamed'), { formerName: 'company/named' })).toMatchObject(draft('Former name'))
})

test('expired drafts of all forms are deleted, other entries stay', async () => {
  store(`${formKey('event/new')}#${otherTab}`, 'Expired', 0)
  store(`${formKey()}#${otherTab}`, 'Expired', 0)
  localStorage.setItem('form:review:a', 'x')
  expect(await adoptDraft(draftOf('company/new'), { now: 14 * day })).toBeNull()
  expect(Object.keys(localStorage).toSorted()).toEqual(['form:review:a', 'userId'])
})

test('a draft that does not fit under its new key stays under its old one', async () => {
  store(formKey(), 'Earlier version')
  const text = localStorage.getItem(formKey())
  vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await adoptDraft(draftOf('company/new'))).toMatchObject(draft('Earlier version'))
  expect(localStorage.getItem(formKey())).toBe(text)
  vi.restoreAllMocks()
})
