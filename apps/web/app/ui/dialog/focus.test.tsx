// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { openLayer, useLayer } from '#platform/shell/TopBar'
import { Menu } from '#ui/page/floating'
import { RowMenu } from '#ui/record/RowMenu'
import { NameDialog } from '#ui/view/NameDialog'
import { mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { confirm } from './confirm.tsx'
import { useConfirmedRemove } from './deletion.tsx'
import { Dialog } from './Dialog.tsx'

const question = { title: 'Are you sure?', text: 'It is gone then.', confirmLabel: 'Yes, delete it!' }
const ask = () => void confirm(question)

/** A dialog, opened by what `children` renders. */
const Opener = ({
  dialog,
  children,
}: {
  dialog: (close: () => void) => ReactNode
  children: (open: () => void) => ReactNode
}) => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      {children(() => setOpened(true))}
      {opened && dialog(() => setOpened(false))}
    </>
  )
}

/** Of which some stay mounted while they are closed. */
const Staying = () => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button onClick={() => setOpened(true)}>Opener</button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Are you sure?">
        <input aria-label="Reason" />
      </Dialog>
    </>
  )
}

const nameDialog = (close: () => void) => (
  <NameDialog title="Are you sure?" name="" draftName="view" onSave={async () => {}} onClose={close} />
)

const OwnRemoval = () => {
  const remove = useConfirmedRemove('contact')
  return <button onClick={() => void remove(companyId(1), 'Fjord')}>Opener</button>
}

const FromDialog = () => (
  <Dialog opened onClose={() => {}} title="Outer">
    <button onClick={ask}>Opener</button>
  </Dialog>
)

/** A key anywhere on the page. */
const ByKey = () => {
  const opened = useLayer() === 'keys'
  return (
    <>
      <button onKeyDown={({ key }) => key === '?' && openLayer('keys')}>Opener</button>
      <Dialog opened={opened} onClose={() => openLayer(null)} title="Are you sure?">
        <input aria-label="Reason" />
      </Dialog>
    </>
  )
}

const openers: Readonly<Record<string, ReactNode>> = {
  'a question': <button onClick={ask}>Opener</button>,
  'the deletion of a record': <OwnRemoval />,
  'a dialog': <Staying />,
  'a dialog that is mounted when it opens': (
    <Opener dialog={nameDialog}>{(open) => <button onClick={open}>Opener</button>}</Opener>
  ),
  'a question from a dialog': <FromDialog />,
}

/** Menus of a row, by what an entry of them opens. */
const menus: Readonly<Record<string, { entry: string; page: ReactNode }>> = {
  'a deletion': {
    entry: 'Delete',
    page: <RowMenu name="Fjord" recordToDelete={{ kind: 'contact', uniqueId: companyId(1) }} />,
  },
  'a dialog': {
    entry: 'Rename',
    page: (
      <Opener dialog={nameDialog}>
        {(open) => (
          <RowMenu name="Fjord">
            <Menu.Item onClick={open}>Rename</Menu.Item>
          </RowMenu>
        )}
      </Opener>
    ),
  },
  'a question': {
    entry: 'Ask',
    page: (
      <RowMenu name="Fjord">
        <Menu.Item onClick={ask}>Ask</Menu.Item>
      </RowMenu>
    ),
  },
}

const opener = () => screen.findByRole('button', { name: 'Opener' })
const menuButton = () => screen.findByRole('button', { name: 'Actions for Fjord' })

const closings: Readonly<Record<string, (user: UserEvent, dialog: HTMLElement) => Promise<void>>> = {
  Escape: (user) => user.keyboard('{Escape}'),
  'its button': (user, dialog) =>
    user.click(
      within(dialog)
        .getAllByRole('button', { name: /^(Cancel|Close)$/ })
        .at(-1)!,
    ),
}

const findDialog = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return dialog
}

const expectReturned = async (target: HTMLElement) => {
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Are you sure?' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(target))
  await new Promise((resolve) => setTimeout(resolve, 30)) // longer than the timers of menus and dialogs
  expect(document.activeElement).toBe(target)
}

afterEach(() => openLayer(null))

const mockRemoval = () => mockCalls({ 'POST /api/trash/belonging': () => [] as never })

for (const [how, close] of Object.entries(closings)) {
  test.each(Object.entries(openers))(
    `after %s was closed by ${how}, the focus is on the button that opened it, pressed and by key`,
    async (_, page) => {
      mockRemoval()
      const { user } = renderScreen(page)
      const button = await opener()
      await user.click(button)
      await close(user, await findDialog())
      await expectReturned(button)
      await user.keyboard('{Enter}')
      await close(user, await findDialog())
      await expectReturned(button)
    },
  )

  test.each(Object.entries(menus))(
    `after %s from a row’s menu was closed by ${how}, the focus is on the menu’s button, pressed and by key`,
    async (_, { entry, page }) => {
      mockRemoval()
      const { user } = renderScreen(page)
      const button = await menuButton()
      await user.click(button)
      await waitFor(() => expect(screen.getByRole('menuitem', { name: entry })).toHaveProperty('disabled', false))
      await user.click(screen.getByRole('menuitem', { name: entry }))
      await close(user, await findDialog())
      await expectReturned(await menuButton())
      await user.keyboard('{Enter}')
      const item = await screen.findByRole('menuitem', { name: entry })
      await waitFor(() => expect(item.closest('[role="menu"]')!.contains(document.activeElement)).toBe(true))
      item.focus()
      await user.keyboard('{Enter}')
      await close(user, await findDialog())
      await expectReturned(await menuButton())
    },
  )
}

test('after a dialog that a key has opened, the focus is where it was', async () => {
  const { user } = renderScreen(<ByKey />)
  const button = await opener()
  button.focus()
  await user.keyboard('?')
  await findDialog()
  await user.keyboard('{Escape}')
  await expectReturned(button)
})
