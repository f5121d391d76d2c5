import { RichTextEditor } from '@mantine/tiptap'
import { IconH1, IconH2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '#kit/text'
import styles from '#ui/editor/editor.module.css'
import { LinkControl } from '#ui/editor/LinkControl'

const named = (text: string) => ({ 'aria-label': text, title: text })

interface ToolbarProps {
  isArticle: boolean
  /** What can be put in besides. */
  children: ReactNode
}

/** What can be done with the chosen text. */
export const Toolbar = ({ isArticle, children }: ToolbarProps) => {
  const t = useText()
  const [Heading, Subheading] = isArticle ? [RichTextEditor.H2, RichTextEditor.H3] : [RichTextEditor.H3, RichTextEditor.H4]
  return (
    <RichTextEditor.Toolbar className={styles.toolbar} role="toolbar" aria-label={t('Formatting')}>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold {...named(t('Bold'))} />
        <RichTextEditor.Italic {...named(t('Italic'))} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <Heading icon={IconH1} {...named(t('Heading'))} />
        <Subheading icon={IconH2} {...named(t('Subheading'))} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList {...named(t('Bullet list'))} />
        <RichTextEditor.OrderedList {...named(t('Numbered list'))} />
        <RichTextEditor.Blockquote {...named(t('Quote'))} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <LinkControl />
        {children}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo {...named(t('Undo'))} />
        <RichTextEditor.Redo {...named(t('Redo'))} />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}
