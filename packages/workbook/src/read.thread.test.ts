import { buffer } from 'node:stream/consumers'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { readInThread } from './read.ts'
import { acme, companies, filled, headers } from './testing/companies.ts'
import { readWholeSheet } from './testing/readWholeSheet.ts'
import { UnreadableWorkbook } from './xlsx/limits.ts'

const workbookOf = (count: number) => buffer(filled([headers, ...Array.from({ length: count }, () => acme)]))
const task = async (count: number) => ({
  source: await workbookOf(count),
  sheet: companies,
  check: true,
  otherSheets: [],
  maxRows: 1e6,
})
const readOne = async () => (await readWholeSheet(await workbookOf(1), companies)).read
const thrownBy = (work: Promise<unknown>) => work.then(String, (error: unknown) => error)

test('terminates a thread that takes too long, and uses another for the next reading', async () => {
  const error = await thrownBy(readInThread(await task(20_000), 0.001).next())
  expect(error).toBeInstanceOf(UnreadableWorkbook)
  expect(error).toMatchObject({ message: 'The workbook takes too long to be read.' })
  expect(await readOne()).toBe(1)
})

test('terminates a thread when its consumer stops reading', async () => {
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

test('queues readings when there are more at the same time than threads', async () => {
  expect(await Promise.all(Array.from({ length: 9 }, readOne))).toEqual(Array.from({ length: 9 }, () => 1))
})

test('does not report an error of our own as a fault of the file', async () => {
  const error = await thrownBy(readWholeSheet('/nowhere/at/all.xlsx', companies))
  expect(error).not.toBeInstanceOf(UnreadableWorkbook)
  expect(String(error)).toContain('ENOENT')
})
