import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { driveUploadApi } from '@tradewind/contract/drive/driveUpload.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Makes copies of an item beside it: `a (number)` for each of the numbers that a query lists. */
const copyAs = async (uniqueId: string, numbers: string) => {
  const columns = await app.asOwner<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'drive_item' and is_generated = 'NEVER'`,
  )
  const numbered = `'a (' || number || ')'`
  const values: Record<string, string> = { id: 'uuidv7()', name: numbered, name_key: numbered, sort_key: numbered }
  const names = columns.map(({ name }) => name)
  await app.asOwner(
    `insert into drive_item (${names.join()}) select ${names.map((name) => values[name] ?? name).join()} from drive_item, ${numbers} where id = $1`,
    [uniqueId],
  )
}

const newFolder = (who: TestUser, name: string, parentId: string | null = null) =>
  app.as(who).call(driveApi.createFolder, { name, parentId })

/** Moves a folder named `a` from another one to the root, where others have that name. */
const moveToRoot = async (who: TestUser) => {
  const { uniqueId } = await newFolder(who, 'a', (await newFolder(who, `from ${crypto.randomUUID()}`)).uniqueId)
  const [moved] = await app.as(who).call(driveApi.move, { uniqueIds: [uniqueId], parentId: null })
  return moved!.name
}

test('free names are found among 20,000 numbered ones before the test times out', async () => {
  const ann = await app.someone('ROLE_PRO')
  await copyAs((await newFolder(ann, 'a')).uniqueId, 'generate_series(2, 20000) number')
  for (let number = 20_001; number <= 20_020; number++) expect(await moveToRoot(ann)).toBe(`a (${number})`)
}, 40_000)

test('the first gap of few numbers is used, and one after a taken number among many, whichever are taken', async () => {
  const [ann, bob] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO')]
  await copyAs((await newFolder(ann, 'a')).uniqueId, `unnest('{2, 4}'::int[]) number`)
  expect([await moveToRoot(ann), await moveToRoot(ann)]).toEqual(['a (3)', 'a (5)'])
  const chosen = `(select generate_series(2, 20) union all select (20 * 2 ^ power)::bigint from generate_series(1, 45) power) one (number)`
  await copyAs((await newFolder(bob, 'a')).uniqueId, chosen)
  const names = [await moveToRoot(bob), await moveToRoot(bob)]
  expect(new Set(names).size).toBe(2)
  for (const name of names) expect(name).toMatch(/^a \(\d+\)$/)
})

test('a name or path of very many combining marks is rejected before the test times out', async () => {
  const ann = await app.someone('ROLE_PRO')
  const name = `a${'\u0300'.repeat(120_000)}${'\u0316'.repeat(120_000)}`
  const message = 'A name can have 255 bytes at most'
  await expect(newFolder(ann, name)).rejects.toMatchObject({ status: 422, data: { name: message } })
  await expect(app.as(ann).call(driveUploadApi.clashes, { paths: [`b/${name}`], parentId: null })).rejects.toMatchObject({
    status: 422,
  })
  await expect(app.as(ann).call(driveUploadApi.clashes, { paths: ['b/'.repeat(500_000)], parentId: null })).rejects.toMatchObject(
    {
      status: 422,
    },
  )
  expect((await newFolder(ann, '  U\u0308\u0304ber  ')).name).toBe('\u01d5ber')
}, 20_000)
