import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { packManifest } from './manifest.ts'

const flags = { hasLoader: false, hasClientLoader: true }
const list = {
  path: 'list',
  module: '/assets/List-1a2b.js',
  imports: ['/assets/ui.js', '/assets/app.js'],
  css: ['/assets/app.css'],
  ...flags,
}
const manifest = {
  entry: { module: '/assets/entry.js', imports: ['/assets/ui.js'], css: [] },
  routes: {
    root: { id: 'root', path: '', module: '/assets/root.js', imports: ['/assets/ui.js'], css: [], ...flags },
    crm: { id: 'crm', parentId: 'root', module: '/assets/area.js', imports: [], css: [], hasLoader: true },
    'crm/list': { id: 'crm/list', parentId: 'crm', ...list },
    user: { id: 'user', parentId: 'root', module: '/assets/area.js', imports: [], css: [], hasLoader: true },
    'user/list': { id: 'user/list', parentId: 'user', ...list },
    places: { id: 'places', parentId: 'user', index: true, ...list },
    more: {
      id: 'more',
      parentId: 'root',
      module: '/assets/entry.client-1.js',
      imports: [],
      css: ['/assets/posts.css#', '/assets/app.css'],
    },
  },
  url: '/assets/manifest-1a2b.js',
  version: '1a2b',
}

test('the packed route manifest unpacks to the same one, and names each file once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'))
  const file = join(folder, 'manifest-1a2b.js')
  writeFileSync(file, `window.__reactRouterManifest=${JSON.stringify(manifest)};`)
  packManifest(folder)
  const script = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  const window: Record<string, unknown> = {}
  runInNewContext(script, { window })
  expect(JSON.parse(JSON.stringify(window['__reactRouterManifest']))).toEqual(manifest)
  expect(script.split('List-1a2b')).toHaveLength(2)
})
