import { Kbd, Table } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useEntries } from '#kit/feature'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { openLayer, useLayer } from './TopBar.tsx'

interface ShortcutGroup {
  title: string
  /** The menu entry of the screen that has these keys: users without it are not told. */
  path?: string
  keys: readonly (readonly [key: string, text: string])[]
}

const everywhere: ShortcutGroup = {
  title: phrase('Everywhere'),
  keys: [
    [phrase('⌘ K / Ctrl K'), phrase('Search, open pages and run commands')],
    ['?', phrase('Show these shortcuts')],
    [phrase('Enter'), phrase('Open the focused item')],
    ['U', phrase('Undo, while the message offers it')],
    [phrase('Esc'), phrase('Close the top window')],
  ],
}

const ofScreens: readonly ShortcutGroup[] = [
  {
    title: phrase('In lists'),
    keys: [
      ['/', phrase('Go to the filters')],
      ['↑ ↓', phrase('Move from the search of a list to its rows, between rows, and in menus')],
      [phrase('Home / End'), phrase('Go to the first or last row')],
      [phrase('Shift and tick'), phrase('Select all rows in between')],
      ['B', phrase('Go to the actions on the selected rows')],
      ['< >', phrase('Open the previous or next record of the list, on the page of one of them')],
    ],
  },
  {
    title: phrase('Editing in place'),
    keys: [
      ['F2', phrase('Edit the focused name or value')],
      [phrase('Tab / Shift Tab'), phrase('Save, and edit the next or previous value')],
      [phrase('Esc'), phrase('Keep the previous value')],
    ],
  },
  {
    title: phrase('In forms'),
    keys: [
      [phrase('⌘ Enter / Ctrl Enter'), phrase('Save the form')],
      ['↓', phrase('Open the calendar of a date')],
      [phrase('Page Up / Page Down'), phrase('Previous or next month of a date; with Shift, year')],
    ],
  },
  {
    title: phrase('In the calendar'),
    path: 'calendar',
    keys: [
      ['← → ↑ ↓', phrase('Move between the days')],
      [phrase('Home / End'), phrase('Go to the first or last day of the week')],
      [phrase('Page Up / Page Down'), phrase('Go to the previous or next month')],
      ['N', phrase('Create something on the focused day')],
      ['M', phrase('Move the focused entry: arrows choose the day, Enter confirms, Escape cancels')],
    ],
  },
  {
    title: phrase('On the board of a project'),
    path: 'project/list',
    keys: [
      ['↑ ↓', phrase('Move between the cards of a column')],
      [phrase('Space'), phrase('Pick up the focused card, and drop it')],
      ['← →', phrase('Move the card to another column')],
      [phrase('Esc'), phrase('Put the card back')],
    ],
  },
  {
    title: phrase('In the drive'),
    path: 'drive/my-drive',
    keys: [
      [phrase('Space'), phrase('Preview the focused file, or show details')],
      ['X', phrase('Select the focused row')],
      ['F2', phrase('Rename it')],
      [phrase('Delete@@key'), phrase('Move it, or the selected rows, to the trash')],
    ],
  },
]

/** The list of keyboard shortcuts, by the part of the application where they work. */
export const ShortcutList = () => {
  const t = useText()
  const { create, menu } = useEntries()
  const created = create.flatMap(({ key, text }) => (key ? [[`C ${key.toUpperCase()}`, text] as const] : []))
  const groups = [
    { ...everywhere, keys: [...everywhere.keys, ...created] },
    ...ofScreens.filter(({ path }) => !path || menu.some((entry) => entry.path === path)),
  ]
  return (
    <Dialog opened={useLayer() === 'keys'} onClose={() => openLayer(null)} title={t('Keyboard shortcuts')}>
      <Table aria-label={t('Keyboard shortcuts')}>
        {groups.map(({ title, keys }) => (
          <Table.Tbody key={title}>
            <Table.Tr>
              <Table.Th colSpan={2} scope="rowgroup" pt="md">
                {t(title)}
              </Table.Th>
            </Table.Tr>
            {keys.map(([key, text]) => (
              <Table.Tr key={key}>
                <Table.Td w={150}>
                  <Kbd>{t(key)}</Kbd>
                </Table.Td>
                <Table.Td>{t(text)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </Dialog>
  )
}
