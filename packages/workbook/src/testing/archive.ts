import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive, and in what it lies. */
export interface Entry {
  name: string
  data: string | Buffer
  method?: number
  flags?: number
  /** What the archive says of it where that is not so. */
  says?: { packed?: number; unpacked?: number; crc?: number; offset?: number; extra?: Buffer }
  /** Its packed bytes, where they are not the data's. */
  packed?: Buffer
}

/** What the end of the archive says where that is not so. */
interface End {
  count?: number
  disk?: number
  offset?: number
  locator?: Buffer
}

const fields = (...numbers: [size: number, value: number][]) => {
  const bytes = Buffer.alloc(numbers.reduce((total, [size]) => total + size, 0))
  let at = 0
  for (const [size, value] of numbers) at = bytes.writeUIntLE(value, at, size)
  return bytes
}

const facts = ({ data, method = 8, flags = 0, says = {}, packed }: Entry) => {
  const bytes = Buffer.from(data)
  const body = packed ?? (method === 8 ? deflateRawSync(bytes) : bytes)
  const crc = says.crc ?? crc32(bytes)
  return { body, method, flags, crc, packed: says.packed ?? body.length, unpacked: says.unpacked ?? bytes.length }
}

const local = (entry: Entry) => {
  const { body, method, flags, crc, packed, unpacked } = facts(entry)
  const name = Buffer.from(entry.name)
  const head = fields([4, 0x04034b50], [2, 20], [2, flags], [2, method], [4, 0x210000], [4, crc], [4, packed], [4, unpacked])
  return Buffer.concat([head, fields([2, name.length], [2, 0]), name, body])
}

const central = (entry: Entry, offset: number) => {
  const { method, flags, crc, packed, unpacked } = facts(entry)
  const name = Buffer.from(entry.name)
  const extra = entry.says?.extra ?? Buffer.alloc(0)
  const head = fields(
    [4, 0x02014b50],
    [2, 20],
    [2, 20],
    [2, flags],
    [2, method],
    [4, 0x210000],
    [4, crc],
    [4, packed],
    [4, unpacked],
  )
  const rest = fields([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.says?.offset ?? offset])
  return Buffer.concat([head, rest, name, extra])
}

/** A zip archive, byte by byte, as honest as it is asked to be. */
export const archive = (entries: readonly Entry[], end: End = {}) => {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const bytes = local(entry)
    locals.push(bytes)
    centrals.push(central(entry, offset))
    offset += bytes.length
  }
  const directory = Buffer.concat(centrals)
  const count = end.count ?? entries.length
  const disk = end.disk ?? 0
  const last = fields(
    [4, 0x06054b50],
    [2, disk],
    [2, disk],
    [2, count],
    [2, count],
    [4, directory.length],
    [4, end.offset ?? offset],
    [2, 0],
  )
  return Buffer.concat([...locals, directory, end.locator ?? Buffer.alloc(0), last])
}
