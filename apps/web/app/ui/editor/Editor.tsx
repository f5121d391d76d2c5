import '@mantine/tiptap/styles.layer.css'
import { Button, Group, Input, Popover, TextInput } from '@mantine/core'
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap'
import { IconH1, IconH2, IconLink } from '@tabler/icons-react'
import { type Editor as Tiptap, useEditor, useEditorState } from '@tiptap/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { articleExtensions, noteExtensions, webAddressOf } from '#ui/editor/extensions'
import { Pictures } from '#ui/editor/Pictures'
import type { FieldProps } from '#ui/form/FormPage'
import styles from '#ui/editor/editor.module.css'

/** The markup without empty paragraphs at its end, which only the cursor created. */
const markupOf = (editor: Tiptap) => (editor.isEmpty ? '' : editor.getHTML().replace(/(?:<p><\/p>)+$/, ''))

export interface EditorProps extends FieldProps {
  /** The minimum height of the text, in pixels. */
  height?: number
  /** For a published text: it has headings from the second level on, and pictures. */
  isArticle?: boolean
}

/** The editor itself, as a field of a form. */
export const Editor = ({ id, label, required, value, onChange, error, height = 160, isArticle = false }: EditorProps) => {
  const editor = useMarkup(String(value ?? ''), onChange, isArticle, {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': `${id}-label`,
    'aria-required': String(required),
    'aria-invalid': String(error !== null),
    ...(error && { 'aria-describedby': `${id}-error` }),
  })
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => editor?.commands.focus() }}
      errorProps={{ id: `${id}-error` }}
      required={required}
      error={error}
    >
      <RichTextEditor editor={editor} className={styles.root} mod={{ error: error !== null }} withCodeHighlightStyles={false}>
        <Toolbar isArticle={isArticle}>{isArticle && <Pictures />}</Toolbar>
        <RichTextEditor.Content className={styles.content} __vars={{ '--editor-height': `${height}px` }} />
      </RichTextEditor>
    </Input.Wrapper>
  )
}

/** An editor in sync with the field's markup: typing changes the field, and a new value of the field is shown. */
const useMarkup = (value: string, onChange: (markup: string) => void, isArticle: boolean, attributes: Record<string, string>) => {
  const lastMarkup = useRef(value)
  const editor = useEditor({
    extensions: isArticle ? articleExtensions : noteExtensions,
    content: value,
    immediatelyRender: false,
    editorProps: { attributes },
    onUpdate: ({ editor: typed }) => {
      lastMarkup.current = markupOf(typed)
      onChange(lastMarkup.current)
    },
  })
  useEffect(() => {
    if (!editor || value === lastMarkup.current) return
    lastMarkup.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    // The placeholder had the focus while the editor loaded.
    if (editor && document.activeElement?.contains(editor.view.dom) && document.activeElement !== document.body)
      editor.commands.focus()
  }, [editor])
  return editor
}

const controlLabel = (text: string) => ({ 'aria-label': text, title: text })

interface ToolbarProps {
  isArticle: boolean
  /** Additional controls. */
  children: ReactNode
}

/** Arrow keys, Home and End move the focus between the controls of a toolbar. */
const moveInToolbar = (event: React.KeyboardEvent<HTMLDivElement>) => {
  const controls = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
  const at = controls.indexOf(event.target as HTMLButtonElement)
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: controls.length - 1 }[event.key]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  controls[next]?.focus()
}

/** Makes the controls of a toolbar one stop of the Tab key. (Mantine makes each a stop.) */
const useOneTabStop = () => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const control of [...ref.current!.querySelectorAll('button')].slice(1)) control.tabIndex = -1
  }, [])
  return ref
}

/** Marks at which ends a toolbar goes on, where it is one line that scrolls: there it fades. */
const markHiddenEnds = (toolbar: HTMLElement) => {
  const { scrollLeft, scrollWidth, clientWidth } = toolbar
  toolbar.toggleAttribute('data-more-before', scrollLeft > 0)
  toolbar.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1)
}

/** Keeps the marks up to date while the toolbar is resized, such as when a phone is turned. */
const useHiddenEnds = (ref: RefObject<HTMLDivElement | null>) =>
  useEffect(() => {
    const toolbar = ref.current!
    const observer = new ResizeObserver(() => markHiddenEnds(toolbar))
    observer.observe(toolbar)
    return () => observer.disconnect()
  }, [ref])

/** The formatting controls for the selected text. */
const Toolbar = ({ isArticle, children }: ToolbarProps) => {
  const t = useText()
  const ref = useOneTabStop()
  useHiddenEnds(ref)
  const [Heading, Subheading] = isArticle ? [RichTextEditor.H2, RichTextEditor.H3] : [RichTextEditor.H3, RichTextEditor.H4]
  return (
    <RichTextEditor.Toolbar
      ref={ref}
      className={styles.toolbar}
      role="toolbar"
      aria-label={t('Formatting')}
      onKeyDown={moveInToolbar}
      onScroll={(event) => markHiddenEnds(event.currentTarget)}
    >
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold {...controlLabel(t('Bold'))} />
        <RichTextEditor.Italic {...controlLabel(t('Italic'))} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <Heading icon={IconH1} {...controlLabel(t('Heading'))} />
        <Subheading icon={IconH2} {...controlLabel(t('Subheading'))} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList {...controlLabel(t('Bullet list'))} />
        <RichTextEditor.OrderedList {...controlLabel(t('Numbered list'))} />
        <RichTextEditor.Blockquote {...controlLabel(t('Quote'))} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <LinkControl />
        {children}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo {...controlLabel(t('Undo'))} />
        <RichTextEditor.Redo {...controlLabel(t('Redo'))} />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}

/** Makes the selected text a link, changes the address of the link at the cursor, or removes it. */
const LinkControl = () => {
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

/** Escape closes only this popover, not a dialog below it. */
const stopEscape = { 'data-mantine-stop-propagation': 'true' }

/** Not a form: it is inside one, and Enter must not submit that. */
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
        {...stopEscape}
        value={typed}
        error={isWrong ? t('This is not a web address') : null}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={link} {...stopEscape}>
        {t('Apply')}
      </Button>
      {isLink && (
        <Button variant="default" onClick={unlink} {...stopEscape}>
          {t('Remove link')}
        </Button>
      )}
    </Group>
  )
}

/** The typed address, and functions that set or remove the link. */
const useAddress = (onDone: () => void) => {
  const { editor } = useRichTextEditorContext()
  const [typed, type] = useState(() => String(editor?.getAttributes('link')['href'] ?? ''))
  const [isWrong, setWrong] = useState(false)
  const selectedLink = () => editor?.chain().focus().extendMarkRange('link')
  const link = () => {
    const href = webAddressOf(typed)
    setWrong(href === null)
    if (href === null) return
    onDone()
    selectedLink()?.setLink({ href }).run()
  }
  const unlink = () => {
    onDone()
    selectedLink()?.unsetLink().run()
  }
  return { typed, type, isWrong, link, unlink }
}
