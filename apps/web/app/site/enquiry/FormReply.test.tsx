// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../../test/visit.tsx'
import { FormReply } from './FormReply.tsx'

test('a form that was accepted shows the status and the message of the server', () => {
  renderScreen(<FormReply reply={{ responseStatus: 'SUCCESS', message: 'Thank you. We will be in touch shortly.' }} />)
  expect(screen.getByRole('alert').textContent).toBe('SUCCESSThank you. We will be in touch shortly.')
})
