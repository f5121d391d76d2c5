import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(dirname(import.meta.dirname))
/** Texts declared only in the database belong to the platform, whose table it is. */
const file = 'apps/server/src/platform/schema/permission.table.ts'
const migrations = join(root, 'apps/server/migrations')
const inserts = /insert into "permission" \("key", "value"\) values([^;]*);/gi

/** The names of the permissions that migrations insert: rows of the database that people read like the code's texts. */
export const rowTexts = () =>
  globSync('*.sql', { cwd: migrations })
    .toSorted()
    .flatMap((name) => [...readFileSync(join(migrations, name), 'utf8').matchAll(inserts)])
    .flatMap(([, values = '']) => [...values.matchAll(/\('\w+', '([^']+)'\)/g)].map(([, text = '']) => ({ text, file })))
