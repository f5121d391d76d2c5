import { expect, test } from 'vitest'
import { Refusal } from '#kit/errors'
import { hashPassword, isPassword } from './signing.ts'

test('a password is stored as a salted Argon2id hash, and is recognised in either Unicode normalisation', async () => {
  const [one, other] = await Promise.all([hashPassword('Straße nach Él Niño'), hashPassword('Straße nach Él Niño')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(await isPassword('Straße nach Él Niño'.normalize('NFD'), one)).toBe(true)
  expect(await isPassword('Strasse nach Él Niño', one)).toBe(false)
  expect(await isPassword('Straße nach Él Niño ', one)).toBe(false)
})

test('without a hash every password is rejected, even that of the placeholder hash', async () => {
  for (const nothing of [null, undefined]) expect(await isPassword('nobody has this password', nothing)).toBe(false)
})

test('under load, sixty checks wait behind the two that are running; further ones are rejected with Retry-After', async () => {
  const hash = await hashPassword('Correct horse, battery')
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => isPassword('Correct horse, battery', hash)))
  const refused = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason as Refusal)
  expect(refused).toHaveLength(38)
  expect(refused.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
    Array.from({ length: 38 }, () => [429, '2']),
  )
  expect(answers.filter((answer) => answer.status === 'fulfilled' && answer.value)).toHaveLength(62)
  expect(await isPassword('Correct horse, battery', hash)).toBe(true)
})
