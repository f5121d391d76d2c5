import { useEffect } from 'react'

/** The browser would open a file that is dropped where nothing takes it, and the page would be gone. */
const refuse = (event: DragEvent) => {
  const { dataTransfer } = event
  if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}

/** While a screen of the drive is open, files that are dropped beside it do nothing. */
export const useStrayDrops = () =>
  useEffect(() => {
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
