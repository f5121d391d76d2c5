import { Kbd, Table } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useEntries } from '#kit/feature'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { openLayer, useLayer } from './TopBar.tsx'

const keys = [
  [phrase('⌘ K / Ctrl K'), phrase('Search, open pages and run commands')],
  ['/', phrase('Go to the filters')],
  ['?', phrase('Show these shortcuts')],
  ['↑ ↓', phrase('Move from the search of a list to its rows, between rows, and in menus')],
  [phrase('Enter'), phrase('Open the focused item')],
  ['F2', phrase('Edit the focused name or value')],
  [phrase('⌘ Enter / Ctrl Enter'), phrase('Save the form')],
  ['U', phrase('Undo, while the message offers it')],
  [phrase('Esc'), phrase('Close the top window')],
] as const

/** The list of keyboard shortcuts that work everywhere. */
export const ShortcutList = () => {
  const t = useText()
  const created = useEntries().create.flatMap(({ key, text }) => (key ? [[`C ${key.toUpperCase()}`, text] as const] : []))
  return (
    <Dialog opened={useLayer() === 'keys'} onClose={() => openLayer(null)} title={t('Keyboard shortcuts')}>
      <Table aria-label={t('Keyboard shortcuts')}>
        <Table.Tbody>
          {[...keys, ...created].map(([key, text]) => (
            <Table.Tr key={key}>
              <Table.Td w={150}>
                <Kbd>{t(key)}</Kbd>
              </Table.Td>
              <Table.Td>{t(text)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
