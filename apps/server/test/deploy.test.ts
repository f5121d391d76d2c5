import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../src/env.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Names set in deployment files that are not our settings: PostgreSQL's, pgbouncer's, AWS's, the C library's, and those that compose substitutes. */
const foreignSettings =
  /^(NODE$|MALLOC_ARENA_MAX$|POSTGRES_|PG|DB_|AWS_|OWNER_PASSWORD$|WEB_PASSWORD$|AUTH_TYPE$|POOL_MODE$|DEFAULT_POOL_SIZE$|MAX_CLIENT_CONN$|SERVER_RESET)/

const files = globSync(['Dockerfile', 'deploy/{systemd,container,helm}/**/*.*', 'deploy/container/*'], { cwd: root }).filter(
  (path) => !/\.(tpl|md|sql)$/.test(path) && !path.endsWith('container/environment'),
)

test('every setting named in the files of deploy/ exists', () => {
  expect(files.length).toBeGreaterThan(6)
  const named = files.flatMap((path) =>
    [...read(path).matchAll(/(?:^|[\s#])([A-Z][A-Z_]{2,}[A-Z])(?:=|: )/gm)].map(([, name]) => ({ path, name: name! })),
  )
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter(({ name }) => !foreignSettings.test(name) && !settingNames.includes(name))).toEqual([])
})

test('the README lists exactly the settings that exist', () => {
  const table = read('README.md').split('## Settings')[1]!.split('\n## ')[0]!
  const named = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!),
  )
  expect([...named, 'NODE_ENV'].toSorted()).toEqual(settingNames.toSorted())
})
