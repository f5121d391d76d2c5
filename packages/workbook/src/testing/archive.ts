import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive, and the false data about it. */
export interface Entry {
  name: string
  data: string | Buffer
  method?: number
  flags?: number
  /** False values in the archive's headers. */
  says?: { packed?: number; unpacked?: number; crc?: number; offset?: number; extra?: Buffer }
  /** Its compressed bytes, if they differ from those of the data. */
  packed?: Buffer
}

/** False values in the archive's end record. */
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

/** Builds a zip archive byte by byte, with optional false data. */
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
