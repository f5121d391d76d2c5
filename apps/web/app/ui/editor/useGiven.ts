import type { Editor } from '@tiptap/react'
import { useEffect, useEffectEvent } from 'react'
import { isPicture } from './shrunk.ts'

/** The first file that is dropped or pasted where there is no text with it, or nothing but a picture. */
const fileIn = (data: DataTransfer | null) => {
  const file = data?.files[0]
  if (!file) return undefined
  const words = data.getData('text/html').replace(/<[^>]*>/g, '')
  return words.trim() === '' ? file : undefined
}

/** Hears of files that are dropped into a text or pasted. Pictures are looked for where something else would be lost, too. */
export const useGiven = (editor: Editor | null, onFile: (file: File) => void) => {
  const onGiven = useEffectEvent((event: ClipboardEvent | DragEvent) => {
    const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer
    const file = fileIn(data)
    if (!file || (event.type === 'paste' && !isPicture(file) && data?.getData('text/plain'))) return
    event.preventDefault()
    event.stopPropagation()
    onFile(file)
  })
  useEffect(() => {
    const take = (event: ClipboardEvent | DragEvent) => onGiven(event)
    const text = editor?.view.dom.parentElement
    text?.addEventListener('paste', take, true)
    text?.addEventListener('drop', take, true)
    return () => {
      text?.removeEventListener('paste', take, true)
      text?.removeEventListener('drop', take, true)
    }
  }, [editor])
}
