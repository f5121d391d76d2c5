import { useEffect } from 'react'

/** Signing out, or in as somebody else, in one tab reaches the others. */
export const useOtherTabs = () =>
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === null || (key === 'accessToken' && newValue === null)) location.replace('/')
      else if (key === 'accessToken') location.reload()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
