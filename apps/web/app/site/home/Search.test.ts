import { expect, test } from 'vitest'
import { fieldOf, findMissing, parseSelection } from './Search.tsx'

test('reads the first step from its fields, with the services in their defined order', () => {
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

test('reports each missing field of the first step with its own sentence', () => {
  expect(findMissing(parseSelection({}))).toEqual({
    services: 'Choose at least one service',
    country: 'Choose a country',
    deliveryPeriod: 'Choose a delivery period',
  })
  expect(findMissing(parseSelection({ country: 'NO', [fieldOf('SALES_TRAINING')]: 'on' }))).toEqual({
    deliveryPeriod: 'Choose a delivery period',
  })
})
