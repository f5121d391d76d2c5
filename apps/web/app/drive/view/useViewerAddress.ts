import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

const OPENED_HERE = 'viewerOpened'

/**
 * The id of the file that the viewer shows, in a parameter of the address: Back closes the viewer, a reload keeps it open, and the address can be
 * sent. A step to another file replaces the address.
 */
export const useViewerAddress = (name: string) => {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const isClosing = useRef(false)
  const uniqueId = params.get(name) ?? ''
  useEffect(() => {
    isClosing.current = false
  }, [uniqueId])
  const set = (value: string, options: { replace: boolean; state: unknown }) => {
    const next = new URLSearchParams(location.search)
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { preventScrollReset: true, ...options })
  }
  return {
    uniqueId,
    open: (value: string) => set(value, { replace: false, state: { [OPENED_HERE]: true } }),
    goTo: (value: string) => set(value, { replace: true, state }),
    /** Where the viewer was opened on this page, closing it is Back: no entry of the history opens it again. */
    close: () => {
      if (isClosing.current) return
      if ((state as Record<string, unknown> | null)?.[OPENED_HERE] !== true) return set('', { replace: true, state: null })
      isClosing.current = true // until Back has happened: a second one would leave the page
      void navigate(-1)
    },
  }
}
