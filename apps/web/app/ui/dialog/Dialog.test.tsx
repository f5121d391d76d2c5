// @vitest-environment jsdom
import { Button, Textarea, TextInput } from '@mantine/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { RecordForm } from '#ui/form/FormPage'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Dialog } from './Dialog.tsx'

const Opener = ({ children }: { children: ReactNode }) => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button onClick={() => setOpened(true)}>Open</Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Questions">
        {children}
      </Dialog>
    </>
  )
}

/** Content that appears once its data has arrived. */
const Loaded = ({ children }: { children: ReactNode }) => {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLoaded(true), 50)
    return () => clearTimeout(timer)
  }, [])
  return isLoaded ? children : <p>Loading …</p>
}

const open = async (children: ReactNode) => {
  const { user } = renderScreen(<Opener>{children}</Opener>)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'Questions' })
  return user
}
const expectFocus = async (name: string, role = 'textbox') => {
  const element = await screen.findByRole(role, { name })
  await waitFor(() => expect(document.activeElement).toBe(element))
  // The focus trap of the dialog focuses after a timer.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(document.activeElement).toBe(element)
}
const nameAndCity = (
  <>
    <input type="hidden" name="id" />
    <TextInput label="Number" disabled />
    <TextInput label="Name" />
    <TextInput label="City" />
  </>
)

test('a dialog opens with the focus in its first input, not on the button that closes it', async () => {
  await open(nameAndCity)
  await expectFocus('Name')
})

test('an input that is loaded after the dialog has opened takes the focus', async () => {
  await open(<Loaded>{nameAndCity}</Loaded>)
  await expectFocus('Name')
})

test('an input that is loaded does not take the focus from a part of the content that the user has reached', async () => {
  const user = await open(
    <>
      <Button>More</Button>
      <Loaded>{nameAndCity}</Loaded>
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('textbox', { name: 'Name' })
  await expectFocus('More', 'button')
})

test('an element with data-autofocus takes the focus instead, also if it is loaded later', async () => {
  const cityFirst = (
    <>
      <TextInput label="Name" />
      <TextInput label="City" data-autofocus />
    </>
  )
  await open(cityFirst)
  await expectFocus('City')
  cleanup()
  await open(<Loaded>{cityFirst}</Loaded>)
  await expectFocus('City')
})

test('a form in a dialog focuses its first field', async () => {
  mockCalls({})
  await open(
    <RecordForm
      kind="company"
      record={undefined}
      empty={{ legalName: '', website: '' }}
      preset={{ website: 'fjord.example' }}
      labels={{ legalName: 'Legal name', website: 'Website' }}
      required={['website', 'legalName']}
      onDone={() => {}}
    >
      {(field) => (
        <>
          <TextInput {...field('website')} required={false} />
          <TextInput {...field('legalName')} required={false} />
        </>
      )}
    </RecordForm>,
  )
  await expectFocus('Website')
})

test('with an on-screen keyboard no input takes the focus, which would cover the dialog', async () => {
  const withMouse = window.matchMedia
  vi.stubGlobal('matchMedia', (media: string) => {
    const list = withMouse(media)
    return media === '(pointer: fine)' ? Object.assign(list, { matches: false }) : list
  })
  await open(nameAndCity)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(document.activeElement?.tagName).toBe('BUTTON')
})

/** A form that is rejected: its button is disabled while it is sent, and enabled before the errors are known. */
const Rejected = () => {
  const [isSent, setSent] = useState(false)
  const [failure, setFailure] = useState('')
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(true)
    setTimeout(() => setSent(false), 20)
    setTimeout(() => setFailure('City is required'), 40)
  }
  return (
    <form noValidate onSubmit={submit}>
      <TextInput label="Name" />
      <TextInput label="City" error={failure} />
      <Button type="submit" loading={isSent}>
        Save
      </Button>
    </form>
  )
}

test('the first invalid input takes the focus of the button that was pressed, once the form was rejected', async () => {
  const user = await open(<Rejected />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('City is required')
  await expectFocus('City')
})

test('an input in which Enter was pressed keeps the focus', async () => {
  const user = await open(<Rejected />)
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada{Enter}')
  await screen.findByText('City is required')
  await expectFocus('Name')
})

test('Ctrl+Enter submits the form of a dialog, once, also over another dialog', async () => {
  const submitted = vi.fn<(name: string) => void>()
  const Asked = ({ name, children }: { name: string; children?: ReactNode }) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        submitted(name)
      }}
    >
      <Textarea label={name} />
      {children}
    </form>
  )
  const user = await open(
    <Asked name="Outer">
      <Dialog opened onClose={() => {}} title="Inner">
        <Asked name="Reply" />
      </Dialog>
    </Asked>,
  )
  await user.type(await screen.findByRole('textbox', { name: 'Reply' }), 'Thank you{Control>}{Enter}{/Control}')
  expect(submitted.mock.calls).toEqual([['Reply']])
})
