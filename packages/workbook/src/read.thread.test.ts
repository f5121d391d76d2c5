import { buffer } from 'node:stream/consumers'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { readInThread } from './read.ts'
import { acme, companies, filled, headers } from './testing/companies.ts'
import { readWholeSheet } from './testing/whole.ts'
import { UnreadableWorkbook } from './xlsx/limits.ts'

const workbookOf = (count: number) => buffer(filled([headers, ...Array.from({ length: count }, () => acme)]))
const task = async (count: number) => ({ source: await workbookOf(count), sheet: companies, check: true, beside: [], most: 1e6 })
const readOne = async () => (await readWholeSheet(await workbookOf(1), companies)).read
const thrownBy = (work: Promise<unknown>) => work.then(String, (error: unknown) => error)

test('a thread that takes too long is ended, and the next reading has another', async () => {
  const error = await thrownBy(readInThread(await task(20_000), 0.001).next())
  expect(error).toBeInstanceOf(UnreadableWorkbook)
  expect(error).toMatchObject({ message: 'The workbook takes too long to be read.' })
  expect(await readOne()).toBe(1)
})

test('a thread is ended when its reader turns away', async () => {
  const given = await task(3000)
  const begun: Worker[] = []
  process.on('worker', (worker) => begun.push(worker))
  for (let at = 0; at < 6; at++) {
    const reading = readInThread(given)
    await reading.next()
    await reading.return()
  }
  expect(begun.length).toBeGreaterThan(4)
  expect(begun.filter(({ threadId }) => threadId !== -1)).toEqual([])
  expect(await readOne()).toBe(1)
})

test('more readings at once than there are threads wait for one another', async () => {
  expect(await Promise.all(Array.from({ length: 9 }, readOne))).toEqual(Array.from({ length: 9 }, () => 1))
})

test('a fault of ours is no fault of the file', async () => {
  const error = await thrownBy(readWholeSheet('/nowhere/at/all.xlsx', companies))
  expect(error).not.toBeInstanceOf(UnreadableWorkbook)
  expect(String(error)).toContain('ENOENT')
})
