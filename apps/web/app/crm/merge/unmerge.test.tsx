// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { expect, test } from 'vitest'
import type { Reply } from '#kit/api/calls'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleCustomField } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { MergedLine } from './mergeRecords.tsx'

type Undone = Reply<'POST /api/company/unmerge'>['data']

const undo = async (undone: Partial<Undone>) => {
  mockCalls({
    'GET /api/company/merged/:uniqueId': () =>
      listAnswer([{ uniqueId: companyId(9), dateCreated: '2026-03-01T10:00:00.000Z', byName: 'Kim Berg', names: ['Nord'] }]),
    'GET /api/customField/': () => listAnswer([sampleCustomField(1, { key: 'size', label: 'Size' })]),
    'POST /api/company/unmerge': () => ({
      into: companyId(1),
      from: [companyId(2)],
      fields: [],
      kept: [],
      keptCount: 0,
      ...undone,
    }),
  })
  const { user } = renderScreen(<MergedLine kind="company" policy={companyPolicy} record={{ uniqueId: companyId(1) }} />)
  await user.click(await screen.findByRole('button', { name: 'Unmerge Nord' }))
}
const kept = ['Ada Ahl', 'Bo Berg', 'Cleo Cort', 'Dan Dorn'].map((title, at) => ({
  kind: 'contact',
  uniqueId: companyId(at),
  title,
}))

test.each<[string, Partial<Undone>, string]>([
  ['nothing', {}, 'Done'],
  [
    'fields and records',
    { fields: ['website', 'custom.size', 'bouncedEmail'], kept: kept.slice(0, 1), keptCount: 1 },
    'The merge was undone. Later changes stay: Website, Size, Ada Ahl',
  ],
  [
    'a field and many records',
    { fields: ['address'], kept, keptCount: 4 },
    'The merge was undone. Later changes stay: Address, Ada Ahl, Bo Berg, Cleo Cort and 1 more',
  ],
])('after a merge was undone, says what stays as it is: %s', async (_, undone, text) => {
  await undo(undone)
  expect(await screen.findByText(text)).toBeTruthy()
})
