import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/run.ts'

const isUp = (address: string) =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts the built app with the demo's data, on a port and in a folder of its own: run `npm run build` before. */
export const startSite = async (port = 4790) => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder }
  const child = spawn('node', [join(root, 'apps/server/src/main.ts')], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const address = `http://localhost:${port}`
  while (!(await isUp(address))) {
    if (child.exitCode !== null) throw new Error('The app did not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { address, close, pid: child.pid! }
}

const listed = async (address: string, path: string) => (await (await fetch(address + path)).json()) as Record<string, string>[]

/** Returns the address of an article that everyone may read. */
export const articleOf = async (address: string) => {
  const [post] = await listed(
    address,
    '/api/content/?reader=en&subscription=FREE&contentType=TEXT&sort=-shownFrom&page=0&size=1&bodies=false',
  )
  return `/blog/${post!['slug']}`
}

/** Returns companies whose page is public. */
export const companiesOf = async (address: string) =>
  (await listed(address, '/api/review/partners?page=0&size=50')).map((partner) => partner['companyId']!)

/** Returns one page of each kind that visitors open. */
export const openPages = async (address: string) => {
  const [companyId] = await companiesOf(address)
  const fixed = ['/', '/aboutUs', '/solutions', '/pricing', '/knowledgeCentre', '/self-assessment', '/signup', '/xareview']
  return [...fixed, await articleOf(address), `/company/${companyId}`]
}
