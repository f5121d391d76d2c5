/** The scripts and styles that have been requested, by their paths. */
const files = new Map<string, Promise<void>>()

let isUsed = false
const markUsed = () => {
  isUsed = true
}
for (const sign of ['pointermove', 'pointerdown', 'keydown']) addEventListener(sign, markUsed, true)

const fetchFile = async (href: string) => {
  const response = await fetch(href)
  if (!response.ok) throw new Error(href)
  await response.arrayBuffer()
}

/** `isImported`: the browser requests it itself. */
const requestFile = (href: string, isImported: boolean) =>
  new Promise<void>((resolve, reject) => {
    // The document has requested it, or will.
    if (document.querySelector(`link[href="${href}"]`)) return resolve()
    const isStyle = href.endsWith('.css')
    if (!isStyle && (isUsed || isImported)) return resolve(isUsed ? fetchFile(href) : undefined)
    const link = document.createElement('link')
    link.rel = isStyle ? 'stylesheet' : 'modulepreload'
    link.crossOrigin = ''
    link.href = href
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(href))
    })
    document.head.append(link)
    if (!isStyle) resolve()
  })

/**
 * Imports a script and what it imports, with its styles: the build calls this for each `import()`. Once somebody uses the page, a script is only imported
 * after all of that has arrived, since many browsers remember that a script, or one that it imports, could not be imported, and never request it
 * again. What could not be fetched is fetched again by the next call. What is imported before that is not fetched in advance, which would be a second
 * request for each. `paths`: the files, the imported one first; without them, what is imported is part of a script that is there.
 */
export const preload = async <T>(load: () => Promise<T>, paths: readonly string[] = []) => {
  let failure: unknown
  // Waits for all of them, also where one has failed: the next call would wait for those that are still about to fail.
  await Promise.all(
    paths.map((path, at) => {
      const request = files.get(path) ?? requestFile(`/${path}`, at === 0)
      files.set(path, request)
      return request.catch((error: unknown) => {
        files.delete(path)
        failure = error
      })
    }),
  )
  if (failure) throw failure
  return load()
}
