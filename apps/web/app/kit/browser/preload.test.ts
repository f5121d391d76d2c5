// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preload } from './preload.ts'

const linksTo = (path: string) => [...document.head.querySelectorAll<HTMLLinkElement>(`link[href="/${path}"]`)]
const settle = (path: string, type: 'load' | 'error') => linksTo(path).forEach((link) => link.dispatchEvent(new Event(type)))
const newLoad = () => vi.fn<() => Promise<string>>().mockResolvedValue('part')

/** The fetched files, and what their requests are answered with. */
const fetched: string[] = []
const answers = new Map<string, () => Response | Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal('fetch', async (href: string) => {
    fetched.push(href)
    return answers.get(href)?.() ?? new Response('')
  })
})
afterEach(() => {
  document.head.replaceChildren()
  fetched.length = 0
  answers.clear()
})

// The first test: the page counts as used from the second one on.
test('before somebody uses the page, each script is requested once: the imported one by the import itself', async () => {
  expect(await preload(newLoad(), ['assets/d1.js', 'assets/d2.js'])).toBe('part')
  expect(fetched).toEqual([])
  expect(['assets/d1.js', 'assets/d2.js'].map((path) => linksTo(path).map(({ rel }) => rel))).toEqual([[], ['modulepreload']])
  dispatchEvent(new Event('keydown'))
})

test('on a page in use, a script is imported once it has arrived with what it imports, and its styles', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers.set('/assets/a2.js', () => promise)
  const load = newLoad()
  const loading = preload(load, ['assets/a1.js', 'assets/a2.js', 'assets/a.css'])
  expect(linksTo('assets/a.css').map(({ rel }) => rel)).toEqual(['stylesheet'])
  settle('assets/a.css', 'load')
  await new Promise((done) => setTimeout(done))
  expect(load).not.toHaveBeenCalled()
  resolve(new Response(''))
  expect(await loading).toBe('part')
})

test('a script of which a part could not be loaded is not imported, and that part is requested again by the next call', async () => {
  answers.set('/assets/b2.js', () => Promise.reject(new TypeError('offline')))
  answers.set('/assets/b3.js', () => new Response('', { status: 404 }))
  const load = newLoad()
  const paths = ['assets/b1.js', 'assets/b2.js', 'assets/b3.js', 'assets/b.css']
  const first = preload(load, paths)
  settle('assets/b.css', 'error')
  await expect(first).rejects.toBeInstanceOf(Error)
  await new Promise((done) => setTimeout(done))
  expect(load).not.toHaveBeenCalled()
  answers.clear()
  fetched.length = 0
  const second = preload(load, paths)
  expect(fetched).toEqual(['/assets/b2.js', '/assets/b3.js'])
  expect(linksTo('assets/b.css')).toHaveLength(1)
  settle('assets/b.css', 'load')
  expect(await second).toBe('part')
})

test('a part is lost once all of its requests have ended, so that the next call makes each failed one again', async () => {
  const { promise, reject } = Promise.withResolvers<Response>()
  answers.set('/assets/e1.js', () => Promise.reject(new TypeError('offline')))
  answers.set('/assets/e2.js', () => promise)
  const load = newLoad()
  const again = preload(load, ['assets/e1.js', 'assets/e2.js']).catch(() => {
    answers.clear()
    return preload(load, ['assets/e1.js', 'assets/e2.js'])
  })
  await new Promise((done) => setTimeout(done))
  reject(new TypeError('offline'))
  expect(await again).toBe('part')
})

test('calls share their requests, and request nothing that the document has', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/c1.js"><link rel="stylesheet" href="/assets/c.css">'
  await Promise.all([preload(newLoad(), ['assets/c1.js', 'assets/c.css']), preload(newLoad(), ['assets/c2.js'])])
  await preload(newLoad(), ['assets/c2.js'])
  expect(fetched).toEqual(['/assets/c2.js'])
})

test('imports what is part of a script that has been loaded, and has no files of its own', async () => {
  expect(await preload(newLoad())).toBe('part')
  expect(fetched).toEqual([])
})
