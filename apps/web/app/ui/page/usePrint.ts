import { useEffect } from 'react'

const schemeAttribute = 'mantineColorScheme'

/** Prints the page. While mounted, any way of printing uses the light colours: paper is white. */
export const usePrint = () => {
  useEffect(() => {
    const { dataset } = document.documentElement
    let previousScheme: string | undefined
    const switchToLight = () => {
      previousScheme = dataset[schemeAttribute]
      dataset[schemeAttribute] = 'light'
    }
    const restore = () => {
      dataset[schemeAttribute] = previousScheme
    }
    window.addEventListener('beforeprint', switchToLight)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', switchToLight)
      window.removeEventListener('afterprint', restore)
    }
  }, [])
  return () => window.print()
}
