import { mailBounceApi } from '@tradewind/contract/trust/reviewCampaign.contract'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { signatureOf } from './bounce.routes.ts'

test('without a secret nobody can report bounces, and the endpoint does not exist', async () => {
  const app = await testApp()
  const told = {
    messageId: '<x@tradewind>',
    recipient: 'a@b.example',
    status: '5.1.1',
    time: String(Math.floor(Date.now() / 1000)),
  }
  const signature = signatureOf('', told).toString('hex')
  expect((await app.as(undefined).send(mailBounceApi.bounce, { ...told, signature })).statusCode).toBe(404)
  await app.close()
})
