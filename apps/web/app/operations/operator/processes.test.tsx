// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { OperatorNode } from '@tradewind/contract/operations/operator.contract'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Nodes } from './processes.tsx'

const at = '2026-03-04T08:00:00Z'
const node = (name: string, replicas?: OperatorNode['replicas']): OperatorNode => ({
  uniqueId: crypto.randomUUID(),
  name,
  role: 'all',
  version: '0.7.0',
  startedAt: at,
  seenAt: at,
  isSilent: false,
  connections: 3,
  connectionsMax: 19,
  live: 0,
  memory: 1e8,
  ...(replicas && { replicas }),
})

test('lists below the nodes how each node sees the database replicas', async () => {
  const replicas = [
    { name: 'near', lag: 0.04, isRead: true },
    { name: 'far', lag: 61.3, isRead: false },
  ]
  mockCalls({ 'GET /api/operator/node/': () => listAnswer([node('left', replicas), node('older')]) })
  renderScreen(<Nodes />, { role: 'ROLE_SUPER_ADMIN' })
  const table = await screen.findByRole('table', { name: 'Replicas' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['near', 'left', 'In use', '0 s'],
    ['far', 'left', 'Not in use', '61.3 s'],
  ])
})

test('shows no table of replicas if there are none', async () => {
  mockCalls({ 'GET /api/operator/node/': () => listAnswer([node('alone', [])]) })
  renderScreen(<Nodes />, { role: 'ROLE_SUPER_ADMIN' })
  await screen.findByRole('table', { name: 'Nodes' })
  expect(screen.queryByRole('table', { name: 'Replicas' })).toBeNull()
})
