import { Button, Group, Popover, TextInput } from '@mantine/core'
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap'
import { IconLink } from '@tabler/icons-react'
import { useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { useText } from '#kit/text'
import { webAddressOf } from '#ui/editor/address'

/** Makes the chosen text a link, changes the address of the one that the cursor stands in, or takes it away. */
export const LinkControl = () => {
  const t = useText()
  const { editor } = useRichTextEditorContext()
  const [opened, setOpened] = useState(false)
  const isLink = useEditorState({ editor, selector: ({ editor: now }) => now?.isActive('link') ?? false }) ?? false
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus shadow="md" position="bottom" zIndex={400}>
      <Popover.Target>
        <RichTextEditor.Control aria-label={t('Link')} title={t('Link')} active={isLink} onClick={() => setOpened(!opened)}>
          <IconLink size={16} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>{opened && <Address isLink={isLink} onDone={() => setOpened(false)} />}</Popover.Dropdown>
    </Popover>
  )
}

/** Escape closes this alone, not the dialog that it may lie over. */
const staysOpen = { 'data-mantine-stop-propagation': 'true' }

/** Not a form: it lies within one, and Enter must not send that. */
const Address = ({ isLink, onDone }: { isLink: boolean; onDone: () => void }) => {
  const t = useText()
  const { typed, type, isWrong, link, unlink } = useAddress(onDone)
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    link()
  }
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        label={t('Address of the link')}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        {...staysOpen}
        value={typed}
        error={isWrong ? t('This is not a web address') : null}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={link} {...staysOpen}>
        {t('Apply')}
      </Button>
      {isLink && (
        <Button variant="default" onClick={unlink} {...staysOpen}>
          {t('Remove link')}
        </Button>
      )}
    </Group>
  )
}

/** What is typed as the address, and what becomes of the chosen text. */
const useAddress = (onDone: () => void) => {
  const { editor } = useRichTextEditorContext()
  const [typed, type] = useState(() => String(editor?.getAttributes('link')['href'] ?? ''))
  const [isWrong, setWrong] = useState(false)
  const chosen = () => editor?.chain().focus().extendMarkRange('link')
  const link = () => {
    const href = webAddressOf(typed)
    setWrong(href === null)
    if (href === null) return
    onDone()
    chosen()?.setLink({ href }).run()
  }
  const unlink = () => {
    onDone()
    chosen()?.unsetLink().run()
  }
  return { typed, type, isWrong, link, unlink }
}
