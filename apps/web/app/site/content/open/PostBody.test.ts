import { expect, test } from 'vitest'
import { pictureSources, seesSubscriptions, shortenTitle } from './PostBody.tsx'

test('keeps a title of 60 characters, and shortens a longer one with an ellipsis', () => {
  const whole = 'ä'.repeat(60)
  expect(shortenTitle(whole)).toBe(whole)
  expect(shortenTitle(`${whole}b`)).toBe(`${whole}…`)
  expect(shortenTitle(`${'ä'.repeat(59)} and more`)).toBe(`${'ä'.repeat(59)}…`)
  expect(shortenTitle('⛵'.repeat(61))).toBe(`${'⛵'.repeat(60)}…`)
})

test('does not mark paid content for subscribers of a plan that includes all of it', () => {
  const roles = ['ROLE_BASIC', 'ROLE_ADVANCE', 'ROLE_PRO', 'ROLE_BUISNESS'] as const
  expect(roles.map((role) => seesSubscriptions([role]))).toEqual([false, false, false, false])
  for (const role of ['ROLE_FREE', 'ROLE_STARTER', 'ROLE_TENANT_ADMIN'] as const) expect(seesSubscriptions([role])).toBe(true)
  expect(seesSubscriptions([])).toBe(true)
})

const of = (width: number) =>
  pictureSources({ uniqueId: 'p', alt: '', width, height: 1 }).map(({ src, width: wide }) => [src, wide])
const at = (width: number) => `/api/content/picture/p/${width}`

test('a picture’s sources have only the widths that exist', () => {
  expect(of(300)).toEqual([[at(480), 300]])
  expect(of(960)).toEqual([
    [at(480), 480],
    [at(960), 960],
  ])
  expect(of(1600).at(-1)).toEqual([at(1600), 1600])
})
