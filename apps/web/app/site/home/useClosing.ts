import { useEffect, useRef } from 'react'

/** Folds an open `details` up again: by Escape, which gives the focus back, by a click elsewhere and by following a link in it. */
export const useClosing = () => {
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = () => fold.current?.removeAttribute('open')
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !fold.current?.open) return
      close()
      fold.current.querySelector('summary')?.focus()
    }
    const onClick = ({ target }: MouseEvent) => {
      const within = target instanceof Element && fold.current?.contains(target)
      if (!within || target.closest('a')) close()
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
