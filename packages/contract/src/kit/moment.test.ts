import { expect, test } from 'vitest'
import { eventApi } from '../crm/event.contract.ts'

const sentenceFor = (eventDateTime: string) => {
  const parsed = eventApi.update.input.safeParse({ uniqueId: '00000000-0000-4000-9000-000000000001', eventDateTime })
  return parsed.error?.issues.map(({ message }) => message)
}

test('a moment of which only day or time was given is not refused as missing', () => {
  expect(sentenceFor('')).toEqual(['Date and time are required'])
  for (const half of ['2026-03-09T', 'T14:30', '2026-03-09T25:99']) expect(sentenceFor(half)).toEqual(['Enter both day and time'])
  expect(sentenceFor('2026-03-09T14:30:00+01:00')).toBeUndefined()
})
