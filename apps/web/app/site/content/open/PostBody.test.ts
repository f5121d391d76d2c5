import { expect, test } from 'vitest'
import { pictureSources, seesSubscriptions, shortenTitle } from './PostBody.tsx'

test('a title of 60 characters stands whole, a longer one ends in an ellipsis', () => {
  const whole = 'ä'.repeat(60)
  expect(shortenTitle(whole)).toBe(whole)
  expect(shortenTitle(`${whole}b`)).toBe(`${whole}…`)
  expect(shortenTitle(`${'ä'.repeat(59)} and more`)).toBe(`${'ä'.repeat(59)}…`)
  expect(shortenTitle('⛵'.repeat(61))).toBe(`${'⛵'.repeat(60)}…`)
})

test('who subscribes to a plan with all that is paid is not told what is paid', () => {
  const roles = ['ROLE_BASIC', 'ROLE_ADVANCE', 'ROLE_PRO', 'ROLE_BUISNESS'] as const
  expect(roles.map((role) => seesSubscriptions([role]))).toEqual([false, false, false, false])
  for (const role of ['ROLE_FREE', 'ROLE_STARTER', 'ROLE_TENANT_ADMIN'] as const) expect(seesSubscriptions([role])).toBe(true)
  expect(seesSubscriptions([])).toBe(true)
})

const of = (width: number) =>
  pictureSources({ uniqueId: 'p', alt: '', width, height: 1 }).map(({ src, width: wide }) => [src, wide])
const at = (width: number) => `/api/content/picture/p/${width}`

test('a picture has the widths that there are of it', () => {
  expect(of(300)).toEqual([[at(480), 300]])
  expect(of(960)).toEqual([
    [at(480), 480],
    [at(960), 960],
  ])
  expect(of(1600).at(-1)).toEqual([at(1600), 1600])
})
