import { expect, test } from 'vitest'
import { fieldOf, missingIn, wantedIn } from './Search.tsx'

test('the first step is read from its fields, the services in their order', () => {
  const typed = {
    [fieldOf('SALES_TRAINING')]: 'on',
    [fieldOf('MARKET_RESEARCH')]: 'on',
    country: 'NO',
    deliveryPeriod: 'IMMEDIATE',
  }
  expect(wantedIn(typed)).toEqual({
    services: ['MARKET_RESEARCH', 'SALES_TRAINING'],
    country: 'NO',
    deliveryPeriod: 'IMMEDIATE',
  })
  expect(missingIn(wantedIn(typed))).toEqual({})
})

test('what is missing in the first step is named, each by its sentence', () => {
  expect(missingIn(wantedIn({}))).toEqual({
    services: 'Choose at least one service',
    country: 'Choose a country',
    deliveryPeriod: 'Choose a delivery period',
  })
  expect(missingIn(wantedIn({ country: 'NO', [fieldOf('SALES_TRAINING')]: 'on' }))).toEqual({
    deliveryPeriod: 'Choose a delivery period',
  })
})
