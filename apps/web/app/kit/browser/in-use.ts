import { useEffect } from 'react'

let typedInto = 0

/** While `active`, the page counts as in use: nothing reloads it by itself. */
export const useInUse = (active: boolean) =>
  useEffect(() => {
    if (!active) return
    typedInto++
    return () => {
      typedInto--
    }
  }, [active])

/** Is somebody filling in a form: one holds unsaved text, or the cursor is in one? */
export const isInUse = () => typedInto > 0 || document.activeElement?.closest('form, [role="dialog"]') != null
