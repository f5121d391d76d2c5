import { Button, FileButton, Image, Stack, TextInput } from '@mantine/core'
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap'
import { IconPhoto } from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { ButtonRow } from '#ui/dialog/ButtonRow'
import { Dialog } from '#ui/dialog/Dialog'
import { useToast } from '#ui/page/toast'
import { acceptedTypes, isPicture, pictureBytesIn, shrinkPicture } from './shrinkPicture.ts'

/** The first file that is dropped or pasted without text, or with nothing but a picture. */
const fileIn = (data: DataTransfer | null) => {
  const file = data?.files[0]
  if (!file) return undefined
  const words = data.getData('text/html').replace(/<[^>]*>/g, '')
  return words.trim() === '' ? file : undefined
}

/** Calls `onFile` for files that are dropped or pasted into a text. A pasted file that is not a picture is ignored if there is plain text with it, which would be lost. */
const useDroppedFiles = (editor: Editor | null, onFile: (file: File) => void) => {
  const onDropOrPaste = useEffectEvent((event: ClipboardEvent | DragEvent) => {
    const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer
    const file = fileIn(data)
    if (!file || (event.type === 'paste' && !isPicture(file) && data?.getData('text/plain'))) return
    event.preventDefault()
    event.stopPropagation()
    onFile(file)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent | DragEvent) => onDropOrPaste(event)
    const text = editor?.view.dom.parentElement
    text?.addEventListener('paste', listener, true)
    text?.addEventListener('drop', listener, true)
    return () => {
      text?.removeEventListener('paste', listener, true)
      text?.removeEventListener('drop', listener, true)
    }
  }, [editor])
}

const MAX_PICTURE_BYTES = 2 * 1024 * 1024
const unreadableMessage = phrase('A picture could not be read. It must be a PNG, JPEG, GIF or WebP')
const tooLargeMessage = phrase('The pictures of a text can be 2 MB in total')

/** Inserts a chosen, dropped or pasted picture into the text, once it has an alternative text; edits that of the selected one. */
export const Pictures = () => {
  const t = useText()
  const { editor } = useRichTextEditorContext()
  const [chosen, setChosen] = useState<PictureDraft>()
  const onPicture = useEditorState({ editor, selector: ({ editor: now }) => now?.isActive('image') ?? false }) ?? false
  const shrink = useShrinkPicture(setChosen)
  useDroppedFiles(editor, (file) => void shrink(file))
  const resetInput = useRef<() => void>(null)
  const choose = (file: File | null) => {
    resetInput.current?.()
    if (file) void shrink(file)
  }
  const change = () => setChosen(editor?.getAttributes('image') as PictureDraft)
  const apply = (alt: string) => {
    if (chosen && editor) insertOrUpdatePicture(editor, { src: chosen.src, alt })
    setChosen(undefined)
  }
  return (
    <>
      <FileButton accept={acceptedTypes} resetRef={resetInput} onChange={choose}>
        {({ onClick }) => (
          <RichTextEditor.Control
            aria-label={onPicture ? t('Alternative text') : t('Picture')}
            title={onPicture ? t('Alternative text') : t('Picture')}
            active={onPicture}
            onClick={onPicture ? change : onClick}
          >
            <IconPhoto size={16} aria-hidden />
          </RichTextEditor.Control>
        )}
      </FileButton>
      <PictureDialog picture={chosen} onSave={apply} onClose={() => setChosen(undefined)} />
    </>
  )
}

/** Shrinks a picture so that it fits into the text; shows a toast if that is not possible. */
const useShrinkPicture = (choose: (chosen: PictureDraft) => void) => {
  const t = useText()
  const toast = useToast()
  const { editor } = useRichTextEditorContext()
  const showError = (sentence: string) => toast.show({ title: t('ERROR'), text: t(sentence), failed: true })
  return async (file: File) => {
    const src = await shrinkPicture(file)
    if (!src) return showError(unreadableMessage)
    if (pictureBytesIn(src) + pictureBytesIn(editor?.getHTML() ?? '') > MAX_PICTURE_BYTES) return showError(tooLargeMessage)
    choose({ src, alt: '' })
  }
}

/** Updates the selected picture, or inserts a new one. The cursor moves behind a new one, so that typing does not replace it. */
const insertOrUpdatePicture = (editor: Editor, { src, alt }: PictureDraft) => {
  if (editor.isActive('image', { src })) {
    editor.chain().focus().updateAttributes('image', { alt }).run()
    return
  }
  editor.chain().focus().setImage({ src, alt }).run()
  const { doc, selection } = editor.state
  if (doc.resolve(selection.to).nodeAfter?.isTextblock) editor.commands.setTextSelection(selection.to + 1)
  else editor.commands.createParagraphNear()
  editor.commands.scrollIntoView()
}

/** A picture and its alternative text. */
interface PictureDraft {
  src: string
  alt: string
}

interface PictureDialogProps {
  picture: PictureDraft | undefined
  onSave: (alt: string) => void
  onClose: () => void
}

/** Asks for the alternative text: without it a picture is not inserted. */
const PictureDialog = ({ picture, onSave, onClose }: PictureDialogProps) => {
  const t = useText()
  return (
    <Dialog opened={picture !== undefined} onClose={onClose} title={t('Picture')} zIndex={400}>
      {picture && <PictureForm key={picture.src} picture={picture} onSave={onSave} onClose={onClose} />}
    </Dialog>
  )
}

/** Not a form: it is inside one, and Enter must not submit that. */
const PictureForm = ({ picture, onSave, onClose }: PictureDialogProps & { picture: PictureDraft }) => {
  const t = useText()
  const [alt, setAlt] = useState(picture.alt)
  const [isRefused, setRefused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const apply = () => {
    if (alt.trim()) onSave(alt.trim())
    else {
      setRefused(true)
      input.current?.focus()
    }
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    apply()
  }
  return (
    <Stack>
      <Image src={picture.src} alt="" fit="contain" h={220} bg="var(--mantine-color-default-hover)" />
      <TextInput
        label={t('Alternative text')}
        description={t('Describe the picture for people who cannot see it.')}
        required
        autoComplete="off"
        data-autofocus
        ref={input}
        maxLength={300}
        value={alt}
        error={isRefused && !alt.trim() ? t('Alternative text is required') : null}
        onChange={(event) => setAlt(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ButtonRow>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button onClick={apply}>{t('Apply')}</Button>
      </ButtonRow>
    </Stack>
  )
}
