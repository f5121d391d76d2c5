import { identityApi } from '@tradewind/contract/platform/identity.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { hashPassword } from './signing.ts'

const password = 'Correct horse, battery'

/** Behind one proxy: the last address that it names is the client's. */
let app: TestApp
let passwordHash: string
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: '1' } })
  passwordHash = await hashPassword(password)
})
afterAll(() => app.close())

let number = 0
const account = async () => {
  const emailAddress = `admin.${++number}@example.test`
  await app.someone('ROLE_ADMIN', { emailAddress, passwordHash })
  return emailAddress
}
let octet = 0
const address = () => `10.0.0.${++octet}`
const login = (username: string, given: string, from: string, in_ = app) =>
  in_.as(undefined).send(identityApi.login, { username, password: given }, { 'x-forwarded-for': from })
const statusOf = async (answer: ReturnType<typeof login>) => (await answer).statusCode
const fail = async (username: string, from: string, times: number) => {
  const statuses = new Set<number>()
  for (let time = 0; time < times; time++) statuses.add(await statusOf(login(username, 'wrong', from)))
  return [...statuses]
}

test('rejects the eleventh try after ten failures, even with the right password, and says when to retry', async () => {
  const [ann, here] = [await account(), address()]
  expect(await fail(ann, here, 10)).toEqual([401])
  const refused = await login(ann, password, here)
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    429,
    '900',
    { responseStatus: 'ERROR', message: 'Too many attempts. Please try again later.', data: {} },
  ])
})

test('an attacker locks out nobody else: the owner can sign in from another address, and others from that one', async () => {
  const [ann, bob, there] = [await account(), await account(), address()]
  await fail(ann, there, 11)
  expect(await statusOf(login(ann, password, address()))).toBe(200)
  expect(await statusOf(login(bob, password, there))).toBe(200)
  expect(await statusOf(login(ann, password, there))).toBe(429)
})

test('counts other spellings of the email address as the same account', async () => {
  const [ann, here] = [await account(), address()]
  const spelled = [ann, ann.toUpperCase(), ` ${ann} `, ann.replace('i', 'İ'), ann.replace('a', 'A'), `${ann}\n`]
  for (let time = 0; time < 10; time++) expect(await statusOf(login(spelled[time % 6]!, 'wrong', here))).toBe(401)
  for (const username of spelled) expect(await statusOf(login(username, password, here))).toBe(429)
})

test('checks at most ten of a hundred concurrent guesses', async () => {
  const [ann, here] = [await account(), address()]
  const statuses = await Promise.all(
    Array.from({ length: 100 }, (_, at) => statusOf(login(ann, at === 99 ? password : `wrong ${at}`, here))),
  )
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(10)
})

test('counts concurrent tries one after the other', async () => {
  const [ann, here] = [await account(), address()]
  await fail(ann, here, 9)
  let burst: Promise<number>[] = []
  await app.whileLocked('attempt', async () => {
    burst = Array.from({ length: 6 }, () => statusOf(login(ann, 'wrong', here)))
    await expect.poll(app.waiting).toHaveLength(6)
  })
  expect((await Promise.all(burst)).toSorted((one, other) => one - other)).toEqual([401, 429, 429, 429, 429, 429])
})

test('rejects further tries from one address after fifty failures, over any number of accounts', async () => {
  const here = address()
  for (let time = 0; time < 50; time++) expect(await statusOf(login(`nobody.${time}@example.test`, 'wrong', here))).toBe(401)
  const ann = await account()
  expect(await statusOf(login(ann, password, here))).toBe(429)
  expect(await statusOf(login(ann, password, address()))).toBe(200)
})

const group = (value: number) => value.toString(16)
let site = 0
/** An address in this network of a site, IPv6. */
const newSite = () => {
  const mine = ++site
  return (network: number, host: number) => `2001:db8:${group(mine)}:${group(network)}::${group(host)}`
}

test('thirty wrong passwords from thirty addresses of one network count as ten tries, then further ones are rejected', async () => {
  const [ann, at] = [await account(), newSite()]
  const statuses = []
  for (let host = 1; host <= 30; host++) statuses.push(await statusOf(login(ann, 'wrong', at(7, host))))
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 20 }, () => 429)])
  expect(await statusOf(login(ann, password, at(8, 1)))).toBe(200)
})

/** Inserts so many tries. */
const insertTries = (key: string, times: number, minutesAgo = 0) =>
  app.asOwner(
    `insert into attempt (tenant_id, key, created_at) select $1, $2, now() - make_interval(mins => $3) from generate_series(1, $4)`,
    [app.main.uniqueId, key, minutesAgo, times],
  )

test('a site may try ten times as often as one of its networks, summed over all of them', async () => {
  const [ann, at] = [await account(), newSite()]
  await insertTries(`login from site 2001:db8:${group(site)}::/48`, 500)
  expect(await statusOf(login(ann, password, at(1, 1)))).toBe(429)
  expect(await statusOf(login(ann, password, newSite()(1, 1)))).toBe(200)
})

const jobs = () => app.asOwner(`select from pgboss.job where name = 'identity.forgotten'`)

test('one network can request a mailed link ten times an hour', async () => {
  const [ann, at] = [await account(), newSite()]
  const before = (await jobs()).length
  for (let host = 1; host <= 12; host++)
    await app.as(undefined).send(identityApi.forgotPassword, { email: ann }, { 'x-forwarded-for': at(1, host) })
  expect((await jobs()).length - before).toBe(10)
})

test('guesses from many addresses make the wait ever longer, and the owner still signs in from a known network', async () => {
  const [ann, home] = [await account(), address()]
  expect(await statusOf(login(ann, password, home))).toBe(200)
  for (let time = 0; time < 30; time++) expect(await statusOf(login(ann, 'wrong', address()))).toBe(401)
  const waits = []
  for (let time = 0; time < 8; time++) {
    const refused = await login(ann, password, address())
    waits.push([refused.statusCode, Number(refused.headers['retry-after'])])
    await app.asOwner(`update attempt set created_at = created_at - interval '16 minutes' where key = $1`, [`login ${ann}`])
    expect(await statusOf(login(ann, 'wrong', address()))).toBe(401)
  }
  expect(waits.map(([status]) => status)).toEqual(Array.from({ length: 8 }, () => 429))
  for (const [at, wait] of [15, 30, 60, 120, 240, 480, 900, 900].entries()) {
    expect(waits[at]![1]).toBeLessThanOrEqual(wait)
    expect(waits[at]![1]).toBeGreaterThan(wait / 2)
  }
  expect(await statusOf(login(ann, password, home))).toBe(200)
  expect(await statusOf(login(ann, password, address()))).toBe(429)
})

test('a new password forgets the known networks except the one where it was chosen', async () => {
  const [ann, home, away] = [await account(), address(), address()]
  for (const from of [home, away]) expect(await statusOf(login(ann, password, from))).toBe(200)
  const token = (await login(ann, password, home)).json().data.accessToken as string
  const changed = 'A wholly new phrase'
  const change = { currentPassword: password, password: changed, confirmPassword: changed }
  await app.as({ token }).call(identityApi.changePassword, change, { 'x-forwarded-for': home })
  await insertTries(`login ${ann}`, 40)
  expect(await statusOf(login(ann, changed, home))).toBe(200)
  expect(await statusOf(login(ann, changed, away))).toBe(429)
})

test('a successful sign-in resets the failures before it', async () => {
  const [ann, here] = [await account(), address()]
  for (let round = 0; round < 3; round++) {
    expect(await fail(ann, here, 9)).toEqual([401])
    expect(await statusOf(login(ann, password, here))).toBe(200)
  }
})

test('allows another try after a quarter of an hour', async () => {
  const [ann, here] = [await account(), address()]
  await fail(ann, here, 10)
  await app.asOwner(`update attempt set created_at = created_at - interval '14 minutes' where key like '%' || $1`, [here])
  expect(await statusOf(login(ann, password, here))).toBe(429)
  await app.asOwner(`update attempt set created_at = created_at - interval '2 minutes' where key like '%' || $1`, [here])
  expect(await statusOf(login(ann, password, here))).toBe(200)
})

test('ignores a client address that the caller made up', async () => {
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

test('limits guesses of the current password to ten', async () => {
  const ann = await app.someone('ROLE_ADMIN', { passwordHash })
  const change = (currentPassword: string) =>
    app.as(ann).send(identityApi.changePassword, {
      currentPassword,
      password: 'A wholly new phrase',
      confirmPassword: 'A wholly new phrase',
    })
  for (let time = 0; time < 10; time++)
    expect((await change('wrong')).json().data).toEqual({ currentPassword: 'This is not your current password' })
  expect((await change(password)).statusCode).toBe(429)
})
