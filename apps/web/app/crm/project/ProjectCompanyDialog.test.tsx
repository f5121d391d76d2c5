// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { mockCalls } from '../../../test/answers.ts'
import { sampleProject, sampleProjectCompany, sampleTime } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { ProjectCompanyDialog } from './ProjectCompanyDialog.tsx'

const project = sampleProject()
const loaded = sampleProjectCompany(1, { priority: 'MEDIUM' })

/** Opens the dialog that changes the priority, just before a colleague sets it to High. */
const open = () => {
  const theirs = { ...loaded, priority: 'HIGH' as const, updatedAt: '2026-03-02T10:00:00.000Z' }
  const calls = mockCalls({
    'GET /api/projectCompany/:uniqueId': () => loaded,
    'PATCH /api/projectCompany/': ({ updatedAt, priority }) => {
      if (updatedAt && updatedAt !== theirs.updatedAt) throw new Failure(409, 'Anna Berg changed this meanwhile', theirs)
      return { ...theirs, priority: priority as 'LOW', updatedAt: '2026-03-03T10:00:00.000Z' }
    },
  })
  const at = `/crm/project/show/${project.uniqueId}?open=priority.${loaded.uniqueId}`
  return { ...calls, ...renderScreen(<ProjectCompanyDialog project={project} />, { at }) }
}
const save = () => screen.findByRole('button', { name: 'Save' })

test('a priority that a colleague has changed meanwhile is replaced only after the dialog has said so', async () => {
  const { user, inputsOf } = open()
  await user.click(await screen.findByRole('combobox', { name: 'Priority' }))
  await user.click(await screen.findByRole('option', { name: 'Low' }))
  await user.click(await save())
  expect((await screen.findByRole('alert')).textContent).toContain('Anna Berg changed this meanwhile')
  await user.click(await save())
  await waitFor(() => expect(location.search).toBe(''))
  expect(inputsOf('PATCH /api/projectCompany/').map(({ priority, updatedAt }) => [priority, updatedAt])).toEqual([
    ['LOW', sampleTime],
    ['LOW', '2026-03-02T10:00:00.000Z'],
  ])
})

test('saving the priority unchanged sends nothing', async () => {
  const { user, inputsOf } = open()
  await user.click(await save())
  await waitFor(() => expect(location.search).toBe(''))
  expect(inputsOf('PATCH /api/projectCompany/')).toEqual([])
})
