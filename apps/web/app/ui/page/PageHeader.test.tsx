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
