import { expect, test } from 'vitest'
import { readSettings } from '../../env.ts'
import { addressesOf, changeAddress, configOf } from './replica.hosts.ts'

test('an address may list several hosts, in the syntax of libpq', () => {
  expect(addressesOf('postgres://one@a:5432,b:5433,c/name?target_session_attrs=read-write&sslmode=require')).toEqual([
    'postgres://one@a:5432/name?sslmode=require',
    'postgres://one@b:5433/name?sslmode=require',
    'postgres://one@c/name?sslmode=require',
  ])
  expect(addressesOf('postgres://u:p%40@%2Fvar%2Frun:5432,10.0.0.2/n')).toEqual([
    'postgres://u:p%40@%2Fvar%2Frun:5432/n',
    'postgres://u:p%40@10.0.0.2/n',
  ])
})

test.each(['mysql://a/b', 'postgres://a:x,b/n', 'postgres://a,b/n?target_session_attrs=any', 'nothing'])(
  '%s is not an address of hosts',
  (url) => {
    expect(addressesOf(url)).toBeUndefined()
  },
)

test('the rest of an address can be changed for all of its hosts', () => {
  const changed = changeAddress('postgres://one@a:5432,b:5433/name', (url) => {
    url.username = 'two'
    url.pathname = '/other'
  })
  expect(changed).toBe('postgres://two@a:5432,b:5433/other')
})

test('an address with one host is used as it is', () => {
  expect(configOf('postgres://one@a/name')).toEqual({ connectionString: 'postgres://one@a/name' })
})

test('replicas are comma-separated addresses, and require one’s own PostgreSQL', () => {
  const admin = { DATABASE_ADMIN_URL: 'postgres://o@a,b/n' }
  const urls = 'postgres://r1/n, postgres://r2:5433/n'
  expect(readSettings({ ...admin, DATABASE_REPLICA_URL: urls }).replicaUrls).toEqual(['postgres://r1/n', 'postgres://r2:5433/n'])
  expect(readSettings(admin).replicaUrls).toEqual([])
  expect(() => readSettings({ DATABASE_REPLICA_URL: urls })).toThrow('DATABASE_ADMIN_URL is required beside DATABASE_REPLICA_URL')
  expect(() => readSettings({ ...admin, DATABASE_REPLICA_URL: 'postgres://r1,r2/n' })).toThrow('DATABASE_REPLICA_URL must be')
})
