import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepTyped, readTyped } from './kept-form.ts'

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

test('what was typed into an open form is given back under its own name', () => {
  keepTyped('review:a', { remarks: 'Early.' })
  expect(readTyped('review:a')).toEqual({ remarks: 'Early.' })
  expect(readTyped('review:b')).toEqual({})
})

test('it is forgotten after 14 days, also where another form is opened', () => {
  keepTyped('review:a', { remarks: 'Early.' }, 0)
  expect(readTyped('review:b', 14 * day - 1)).toEqual({})
  expect(Object.keys(kept)).toHaveLength(1)
  expect(readTyped('review:b', 14 * day)).toEqual({})
  expect(Object.keys(kept)).toHaveLength(0)
})

test('a storage that is spoilt or closed breaks no form, and what is not a form stays', () => {
  Object.assign(kept, { 'form:review:a': '{half', accessToken: 'x' })
  expect(readTyped('review:a')).toEqual({})
  expect(kept).toEqual({ accessToken: 'x' })
  vi.stubGlobal('localStorage', undefined)
  expect(() => keepTyped('review:a', {})).not.toThrow()
  expect(readTyped('review:a')).toEqual({})
})
