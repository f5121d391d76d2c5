import { expect, test } from 'vitest'
import { fieldOf, findMissing, parseSelection } from './Search.tsx'

test('the first step is read from its fields, the services in their order', () => {
  const typed = {
    [fieldOf('SALES_TRAINING')]: 'on',
    [fieldOf('MARKET_RESEARCH')]: 'on',
    country: 'NO',
    deliveryPeriod: 'IMMEDIATE',
  }
  expect(parseSelection(typed)).toEqual({
    services: ['MARKET_RESEARCH', 'SALES_TRAINING'],
    country: 'NO',
    deliveryPeriod: 'IMMEDIATE',
  })
  expect(findMissing(parseSelection(typed))).toEqual({})
})

test('what is missing in the first step is named, each by its sentence', () => {
  expect(findMissing(parseSelection({}))).toEqual({
    services: 'Choose at least one service',
    country: 'Choose a country',
    deliveryPeriod: 'Choose a delivery period',
  })
  expect(findMissing(parseSelection({ country: 'NO', [fieldOf('SALES_TRAINING')]: 'on' }))).toEqual({
    deliveryPeriod: 'Choose a delivery period',
  })
})
