import { FileButton } from '@mantine/core'
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap'
import { IconPhoto } from '@tabler/icons-react'
import { useEditorState } from '@tiptap/react'
import { useRef, useState } from 'react'
import { phrase, useText } from '#kit/text'
import { useToast } from '#ui/toast/toast'
import { putPicture } from './put.ts'
import { type Chosen, PictureDialog } from './PictureDialog.tsx'
import { accepted, bytesIn, shrunk } from './shrunk.ts'
import { useGiven } from './useGiven.ts'

const most = 2 * 1024 * 1024
const noPicture = phrase('A picture could not be read. It must be a PNG, JPEG, GIF or WebP')
const tooMuch = phrase('The pictures of a text may have 2 MB together')

/** Puts a picture into the text, chosen, dropped or pasted, once it has an alternative text; changes that of a chosen one. */
export const Pictures = () => {
  const t = useText()
  const { editor } = useRichTextEditorContext()
  const [chosen, setChosen] = useState<Chosen>()
  const isPicture = useEditorState({ editor, selector: ({ editor: now }) => now?.isActive('image') ?? false }) ?? false
  const take = useTaking(setChosen)
  useGiven(editor, (file) => void take(file))
  const again = useRef<() => void>(null)
  const choose = (file: File | null) => {
    again.current?.()
    if (file) void take(file)
  }
  const change = () => setChosen(editor?.getAttributes('image') as Chosen)
  const put = (alt: string) => {
    if (chosen && editor) putPicture(editor, { src: chosen.src, alt })
    setChosen(undefined)
  }
  return (
    <>
      <FileButton accept={accepted} resetRef={again} onChange={choose}>
        {({ onClick }) => (
          <RichTextEditor.Control
            aria-label={isPicture ? t('Alternative text') : t('Picture')}
            title={isPicture ? t('Alternative text') : t('Picture')}
            active={isPicture}
            onClick={isPicture ? change : onClick}
          >
            <IconPhoto size={16} aria-hidden />
          </RichTextEditor.Control>
        )}
      </FileButton>
      <PictureDialog chosen={chosen} onPut={put} onClose={() => setChosen(undefined)} />
    </>
  )
}

/** Makes a file small enough to stand in the text; what cannot stand there is said in a toast. */
const useTaking = (choose: (chosen: Chosen) => void) => {
  const t = useText()
  const toast = useToast()
  const { editor } = useRichTextEditorContext()
  const refuse = (sentence: string) => toast.show({ title: t('ERROR'), text: t(sentence), failed: true })
  return async (file: File) => {
    const src = await shrunk(file)
    if (!src) return refuse(noPicture)
    if (bytesIn(src) + bytesIn(editor?.getHTML() ?? '') > most) return refuse(tooMuch)
    choose({ src, alt: '' })
  }
}
