import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const migrations = join(dirname(dirname(import.meta.dirname)), 'apps/server/migrations')
const inserts = /insert into "permission" \("key", "value"\) values([^;]*);/gi

/** The names of the permissions that migrations bring: rows of the database, and read like what the code says. */
export const rowTexts = () =>
  globSync('*.sql', { cwd: migrations })
    .toSorted()
    .flatMap((file) => [...readFileSync(join(migrations, file), 'utf8').matchAll(inserts)])
    .flatMap(([, values = '']) => [...values.matchAll(/\('\w+', '([^']+)'\)/g)].map(([, name = '']) => name))
