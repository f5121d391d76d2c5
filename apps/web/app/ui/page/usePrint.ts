import { useEffect } from 'react'

const scheme = 'mantineColorScheme'

/** Prints the page. While mounted, any way of printing uses the light colours: paper is white. */
export const usePrint = () => {
  useEffect(() => {
    const { dataset } = document.documentElement
    let before: string | undefined
    const lighten = () => {
      before = dataset[scheme]
      dataset[scheme] = 'light'
    }
    const restore = () => {
      dataset[scheme] = before
    }
    window.addEventListener('beforeprint', lighten)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', lighten)
      window.removeEventListener('afterprint', restore)
    }
  }, [])
  return () => window.print()
}
