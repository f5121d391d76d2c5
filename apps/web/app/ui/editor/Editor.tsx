import '@mantine/tiptap/styles.layer.css'
import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor as Tiptap, useEditor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import styles from '#ui/editor/editor.module.css'
import { articleExtensions, noteExtensions } from '#ui/editor/extensions'
import { Pictures } from '#ui/editor/picture/Pictures'
import { Toolbar } from '#ui/editor/Toolbar'
import type { FieldProps } from '#ui/form/FormPage'

/** Without the empty lines at its end: the cursor stood there. */
const markupOf = (editor: Tiptap) => (editor.isEmpty ? '' : editor.getHTML().replace(/(?:<p><\/p>)+$/, ''))

export interface EditorProps extends FieldProps {
  /** How high the text is at least, in pixels. */
  height?: number
  /** A text that is published: it has headings from the second level on, and pictures. */
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

/** An editor whose markup is the field's: typing changes the field, and another value of the field is shown. */
const useMarkup = (value: string, onChange: (markup: string) => void, isArticle: boolean, attributes: Record<string, string>) => {
  const shown = useRef(value)
  const editor = useEditor({
    extensions: isArticle ? articleExtensions : noteExtensions,
    content: value,
    immediatelyRender: false,
    editorProps: { attributes },
    onUpdate: ({ editor: typed }) => {
      shown.current = markupOf(typed)
      onChange(shown.current)
    },
  })
  useEffect(() => {
    if (!editor || value === shown.current) return
    shown.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    // Its place had the focus while it was on its way.
    if (editor && document.activeElement?.contains(editor.view.dom) && document.activeElement !== document.body)
      editor.commands.focus()
  }, [editor])
  return editor
}
