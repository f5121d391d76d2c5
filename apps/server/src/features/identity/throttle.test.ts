import { identityApi } from '@tradewind/contract/identity/identity.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { hashPassword } from './password/hashing.ts'

const password = 'Correct horse, battery'

/** Behind one proxy: the last address that it names is the caller's. */
let world: TestApp
let passwordHash: string
beforeAll(async () => {
  world = await testApp({ settings: { TRUST_PROXY: '1' } })
  passwordHash = await hashPassword(password)
})
afterAll(() => world.close())

let number = 0
const account = async () => {
  const emailAddress = `admin.${++number}@example.test`
  await world.someone('ROLE_ADMIN', { emailAddress, passwordHash })
  return emailAddress
}
let octet = 0
const address = () => `10.0.0.${++octet}`
const login = (username: string, given: string, from: string, in_ = world) =>
  in_.as(undefined).send(identityApi.login, { username, password: given }, { 'x-forwarded-for': from })
const statusOf = async (answer: ReturnType<typeof login>) => (await answer).statusCode
const fail = async (username: string, from: string, times: number) => {
  const statuses = new Set<number>()
  for (let time = 0; time < times; time++) statuses.add(await statusOf(login(username, 'wrong', from)))
  return [...statuses]
}

test('after ten failures the eleventh try is refused, also with the right password, and says when to come back', async () => {
  const [ann, here] = [await account(), address()]
  expect(await fail(ann, here, 10)).toEqual([401])
  const refused = await login(ann, password, here)
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    429,
    '900',
    { responseStatus: 'ERROR', message: 'Too many attempts. Please try again later.', data: {} },
  ])
})

test('whoever guesses locks out nobody else: from another address the owner signs in, and so do others from there', async () => {
  const [ann, bob, there] = [await account(), await account(), address()]
  await fail(ann, there, 11)
  expect(await statusOf(login(ann, password, address()))).toBe(200)
  expect(await statusOf(login(bob, password, there))).toBe(200)
  expect(await statusOf(login(ann, password, there))).toBe(429)
})

test('other spellings of the address are the same account', async () => {
  const [ann, here] = [await account(), address()]
  const spelled = [ann, ann.toUpperCase(), ` ${ann} `, ann.replace('i', 'İ'), ann.replace('a', 'A'), `${ann}\n`]
  for (let time = 0; time < 10; time++) expect(await statusOf(login(spelled[time % 6]!, 'wrong', here))).toBe(401)
  for (const username of spelled) expect(await statusOf(login(username, password, here))).toBe(429)
})

test('of a hundred guesses at once ten are looked at', async () => {
  const [ann, here] = [await account(), address()]
  const statuses = await Promise.all(
    Array.from({ length: 100 }, (_, at) => statusOf(login(ann, at === 99 ? password : `wrong ${at}`, here))),
  )
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(10)
})

test('tries that come at the same moment are counted one after the other', async () => {
  const [ann, here] = [await account(), address()]
  await fail(ann, here, 9)
  let burst: Promise<number>[] = []
  await world.whileLocked('attempt', async () => {
    burst = Array.from({ length: 6 }, () => statusOf(login(ann, 'wrong', here)))
    await expect.poll(world.waiting).toHaveLength(6)
  })
  expect((await Promise.all(burst)).toSorted((one, other) => one - other)).toEqual([401, 429, 429, 429, 429, 429])
})

test('fifty failures from one address, over any number of accounts, are enough', async () => {
  const here = address()
  for (let time = 0; time < 50; time++) expect(await statusOf(login(`nobody.${time}@example.test`, 'wrong', here))).toBe(401)
  const ann = await account()
  expect(await statusOf(login(ann, password, here))).toBe(429)
  expect(await statusOf(login(ann, password, address()))).toBe(200)
})

test('a success forgives the failures before it', async () => {
  const [ann, here] = [await account(), address()]
  for (let round = 0; round < 3; round++) {
    expect(await fail(ann, here, 9)).toEqual([401])
    expect(await statusOf(login(ann, password, here))).toBe(200)
  }
})

test('a quarter of an hour later one may try again', async () => {
  const [ann, here] = [await account(), address()]
  await fail(ann, here, 10)
  await world.asOwner(`update attempt set created_at = created_at - interval '14 minutes' where key like '%' || $1`, [here])
  expect(await statusOf(login(ann, password, here))).toBe(429)
  await world.asOwner(`update attempt set created_at = created_at - interval '2 minutes' where key like '%' || $1`, [here])
  expect(await statusOf(login(ann, password, here))).toBe(200)
})

test('an address that the caller makes up counts for nothing', async () => {
  const [ann, here] = [await account(), address()]
  for (let time = 0; time < 10; time++) await login(ann, 'wrong', `${address()}, ${here}`)
  expect(await statusOf(login(ann, password, `203.0.113.1, ${here}`))).toBe(429)
  const direct = await testApp()
  const emailAddress = 'direct@example.test'
  await direct.someone('ROLE_ADMIN', { emailAddress, passwordHash })
  for (let time = 0; time < 10; time++) await login(emailAddress, 'wrong', address(), direct)
  expect(await statusOf(login(emailAddress, password, address(), direct))).toBe(429)
  await direct.close()
})

test('the current password may be guessed ten times', async () => {
  const ann = await world.someone('ROLE_ADMIN', { passwordHash })
  const change = (currentPassword: string) =>
    world.as(ann).send(identityApi.changePassword, {
      currentPassword,
      password: 'A wholly new phrase',
      confirmPassword: 'A wholly new phrase',
    })
  for (let time = 0; time < 10; time++)
    expect((await change('wrong')).json().data).toEqual({ currentPassword: 'This is not your current password' })
  expect((await change(password)).statusCode).toBe(429)
})
