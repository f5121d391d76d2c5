import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeStaleUploads, UPLOAD_FOLDER_PREFIX } from './input.ts'

const others = join(tmpdir(), `others-${crypto.randomUUID()}`)
const made = await Promise.all([
  mkdtemp(join(tmpdir(), UPLOAD_FOLDER_PREFIX)),
  mkdtemp(join(tmpdir(), UPLOAD_FOLDER_PREFIX)),
  mkdir(others),
])
const [left, standing] = made as [string, string, undefined]
afterAll(() => Promise.all([left, standing, others].map((path) => rm(path, { recursive: true, force: true }))))

test('removes the files of a form whose process was killed a day later, and nothing else', async () => {
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await writeFile(join(left, '0'), 'half of a file')
  for (const path of [left, others]) await utimes(path, longAgo, longAgo)
  await removeStaleUploads()
  expect([left, standing, others].map((path) => existsSync(path))).toEqual([false, true, true])
})
