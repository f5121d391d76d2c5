import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formStorage } from './storedForm.ts'

const day = 24 * 3600 * 1000
const storage = {
  getItem(key: string) {
    return Reflect.get(this, key) ?? null
  },
  setItem(key: string, value: string) {
    Reflect.set(this, key, value)
  },
  removeItem(key: string) {
    Reflect.deleteProperty(this, key)
  },
}
let kept: object

beforeEach(() => {
  kept = Object.create(storage) as object
  vi.stubGlobal('localStorage', kept)
})
afterEach(() => vi.unstubAllGlobals())

test('input in an open form is restored under its own name', () => {
  formStorage('review:a').keep({ remarks: 'Early.' })
  expect(formStorage('review:a').read()).toEqual({ remarks: 'Early.' })
  expect(formStorage('review:b').read()).toEqual({})
})

test('input is deleted after 14 days, even when another form is opened', () => {
  formStorage('review:a').keep({ remarks: 'Early.' }, 0)
  expect(formStorage('review:b').read(14 * day - 1)).toEqual({})
  expect(Object.keys(kept)).toHaveLength(1)
  expect(formStorage('review:b').read(14 * day)).toEqual({})
  expect(Object.keys(kept)).toHaveLength(0)
})

test('a corrupt or blocked storage does not break the form, and entries that are not forms stay', () => {
  Object.assign(kept, { 'form:review:a': '{half', accessToken: 'x' })
  expect(formStorage('review:a').read()).toEqual({})
  expect(kept).toEqual({ accessToken: 'x' })
  vi.stubGlobal('localStorage', undefined)
  expect(() => formStorage('review:a').keep({})).not.toThrow()
  expect(formStorage('review:a').read()).toEqual({})
})
