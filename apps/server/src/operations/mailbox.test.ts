import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildServer } from '#kit/http/server'
import { openMailbox } from '#services/mail'
import { mountMailbox } from './mailbox.ts'

const opened = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-mailbox-'))
  const mail = openMailbox(join(folder, 'mailbox'), 'a@example.test')
  await mail.send('one', { to: 'ann@example.test', subject: 'A link', html: 'h', text: 't' })
  const app = buildServer({ logger: pino({ enabled: false }), trustProxy: false, secure: false })
  mountMailbox(app, mail)
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  const statusAt = async (host: string) => (await app.inject({ url: '/dev/mailbox', headers: { host } })).statusCode
  const sendTo = (to: string, key: string) => mail.send(key, { to, subject: key, html: 'h', text: 't' })
  const subjects = async (query: string) => {
    const answer = await app.inject({ url: `/dev/mailbox${query}`, headers: { host: 'localhost', accept: 'application/json' } })
    return answer.json<{ subject: string }[]>().map(({ subject }) => subject)
  }
  return { folder: join(folder, 'mailbox'), statusAt, sendTo, subjects }
}

test('only the operating system user can read the mails stored in an evaluation', async () => {
  const { folder } = await opened()
  const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])
})

test('the mailbox responds only to local host names', async () => {
  const { statusAt } = await opened()
  for (const host of ['localhost', 'localhost:3000', 'nordhaven.localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    expect([host, await statusAt(host)]).toEqual([host, 200])
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:3000',
    'evil.example:80#localhost',
    '192.168.1.2',
  ])
    expect([host, await statusAt(host)]).toEqual([host, 404])
})

test('the mailbox shows all mails, or those to one address, also those that come later', async () => {
  const { sendTo, subjects } = await opened()
  await sendTo('bob@example.test', 'two')
  expect((await subjects('')).toSorted()).toEqual(['A link', 'two'])
  expect(await subjects('?to=bob@example.test')).toEqual(['two'])
  await sendTo('ann@example.test', 'three')
  await sendTo('bob@example.test', 'four')
  expect((await subjects('?to=bob@example.test')).toSorted()).toEqual(['four', 'two'])
  expect(await subjects('?to=nobody@example.test')).toEqual([])
})
