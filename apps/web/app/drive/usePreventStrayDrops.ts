import { useEffect } from 'react'

/** Prevents the browser from opening a file that is dropped outside a drop area, which would replace the page. */
const preventDrop = (event: DragEvent) => {
  const { dataTransfer } = event
  if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}

/** While a screen of the drive is open, files that are dropped outside a drop area do nothing. */
export const usePreventStrayDrops = () =>
  useEffect(() => {
    window.addEventListener('dragover', preventDrop)
    window.addEventListener('drop', preventDrop)
    return () => {
      window.removeEventListener('dragover', preventDrop)
      window.removeEventListener('drop', preventDrop)
    }
  }, [])
