// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

test('the error of a query that gives up waiting shows the document once', async () => {
  render(<p>What is there</p>)
  const waiting = screen.findByText('What is missing', {}, { timeout: 60 })
  const said = await waiting.then(String, ({ message }: Error) => message)
  expect(said).toContain('Unable to find an element with the text: What is missing')
  expect(said.match(/What is there/g)).toHaveLength(1)
})
