import { expect, test } from 'vitest'
import { collectDrop, collectFiles, replacementFor, totalSize } from './collectFiles.ts'

const file = (name: string) => ({ isFile: true, name, file: (give: (file: File) => void) => give(new File([name], name)) })
/** Returns its entries a hundred at a time, as browsers do. */
const folder = (name: string, ...entries: object[]) => ({
  isFile: false,
  name,
  createReader: () => {
    const rest = [...entries]
    return { readEntries: (give: (some: object[]) => void) => give(rest.splice(0, 100)) }
  },
})
const drop = (...entries: object[]) =>
  collectDrop({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] } as unknown as DataTransfer)

test('nested folders are walked to the end, and empty ones are kept', async () => {
  const many = Array.from({ length: 250 }, (_, at) => file(`${at}.txt`))
  const collected = await drop(folder('Fair', folder('Photos', ...many), folder('Later'), file('plan.pdf')), file('offer.pdf'))
  expect(collected.files).toHaveLength(252)
  expect(collected.files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['Fair/Photos/249.txt', 'Fair/plan.pdf', 'offer.pdf']),
  )
  expect(collected.folders).toEqual(['Fair/Later'])
})

test('an unreadable entry does not affect others, and names are normalized as on the server', async () => {
  const locked = { ...file('locked.txt'), file: (_: unknown, fail: () => void) => fail() }
  const shut = { isFile: false, name: 'Shut', createReader: () => ({ readEntries: (_: unknown, fail: () => void) => fail() }) }
  const collected = await drop(folder('Fair ', locked, shut, file('Gro\u0308ße.pdf')))
  expect(collected.unread).toEqual([
    { path: 'Fair/locked.txt', isFolder: false },
    { path: 'Fair/Shut', isFolder: true },
  ])
  expect(collected.files.map(({ path }) => path)).toEqual(['Fair/Größe.pdf'])
})

test('files chosen in a dialog keep their path within the chosen folder', () => {
  const inside = Object.assign(new File(['abc'], 'a.txt'), { webkitRelativePath: 'Fair/a.txt' })
  const collected = collectFiles([inside, new File(['de'], 'b.txt')])
  expect(collected.files.map(({ path }) => path)).toEqual(['Fair/a.txt', 'b.txt'])
  expect(totalSize(collected.files)).toBe(5)
})

test('a replacement takes the place of a failed file, under its own name', () => {
  const another = new File(['abc'], 'plan (new).pdf')
  expect(replacementFor('Fair/Plans/plan.pdf', another)).toEqual({ path: 'Fair/Plans/plan (new).pdf', file: another })
  expect(replacementFor('plan.pdf', another).path).toBe('plan (new).pdf')
})
