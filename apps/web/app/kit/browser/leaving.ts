import { useEffect } from 'react'

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** While `active`, the browser asks whoever closes or reloads the page whether they mean it. */
export const useAskBeforeLeaving = (active: boolean) =>
  useEffect(() => {
    if (!active) return
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
