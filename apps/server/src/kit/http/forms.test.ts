import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const aside = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('tradewind-upload-'))

test('a call that takes no files does not even read a form: nobody can fill the disk by signing in', async () => {
  const before = await aside()
  const { statusCode } = await app.as(undefined).send(identityApi.login, { username: 'x', file: new Blob(['x'.repeat(100_000)]) })
  expect(statusCode).toBe(415)
  expect(await aside()).toEqual(before)
})
