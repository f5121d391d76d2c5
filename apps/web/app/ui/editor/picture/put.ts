import type { Editor } from '@tiptap/react'
import type { Chosen } from './PictureDialog.tsx'

/** Changes the chosen picture, or puts a new one in. The cursor goes behind a new one, so that the next words do not take its place. */
export const putPicture = (editor: Editor, { src, alt }: Chosen) => {
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
