import { useEffect, useRef } from 'react'

/** Closes an open `details`: on Escape, which restores the focus, on a click elsewhere and on following a link in it. */
export const useCloseDetails = () => {
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = () => fold.current?.removeAttribute('open')
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !fold.current?.open) return
      close()
      fold.current.querySelector('summary')?.focus()
    }
    const onClick = ({ target }: Event) => {
      const isInside = target instanceof Element && fold.current?.contains(target)
      if (!isInside || target.closest('a')) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', onClick)
    }
  }, [])
  return fold
}
