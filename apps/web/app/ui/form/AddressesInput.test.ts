import { expect, test } from 'vitest'
import { splitAddresses } from './AddressesInput.tsx'

test.each([
  ['Ann Lee <ann@a.test>', ['ann@a.test'], ''],
  ['"Lee, Ann" <ann@a.test>, Ben <ben@b.test>, carl@c.test', ['ann@a.test', 'ben@b.test', 'carl@c.test'], ''],
  ['Müller, Max <max@m.test>; Lee, Ann <ann@a.test>;', ['max@m.test', 'ann@a.test'], ''],
  ['<ann@a.test>\nben@b.test carl@c.test', ['ann@a.test', 'ben@b.test', 'carl@c.test'], ''],
  ['dora@d.test, Max <max@m.test>; Ann', ['dora@d.test', 'max@m.test'], 'Ann'],
  ['Ann <ann>, Ben ben@b.test', [], 'Ann <ann>, Ben ben@b.test'],
])('addresses are read as mail programs write them: %s', (text, addresses, rest) => {
  expect(splitAddresses(text)).toEqual({ addresses, rest })
})
