// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { PageHeader } from '#ui/page/PageHeader'
import { renderScreen } from '../../../test/visit.tsx'

const Folder = () => {
  const [isLoading, setLoading] = useState(true)
  return (
    <PageHeader title="Fair" loading={isLoading}>
      <input type="file" aria-label="Choose files" />
      <button onClick={() => setLoading(false)}>Go on</button>
    </PageHeader>
  )
}

test('actions keep their elements when the title has loaded: a file that the user is choosing is not lost', async () => {
  const { user } = renderScreen(<Folder />)
  const chosen = screen.getByLabelText('Choose files')
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  expect(screen.getByLabelText('Choose files')).toBe(chosen)
})

const basisOf = (title: string) => {
  const { close } = renderScreen(<PageHeader title={title}>Actions</PageHeader>)
  const header = screen.getByRole('heading', { name: title }).closest<HTMLElement>('.mantine-Skeleton-root')!
  const { flex } = header.style
  close()
  return flex
}

test('a long title has a line of its own, above the actions', () => {
  expect(basisOf('Fair')).toBe('1 1 280px')
  expect(basisOf('Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft')).toBe('1 1 100%')
})
