import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidFrame, readFrames, writeFrame } from './frame.ts'

const read = (text: string) => readFrames(Buffer.from(text))

const command = fc.stringMatching(/^[A-Z]{1,12}$/).filter((name) => !['CONNECT', 'CONNECTED', 'STOMP'].includes(name))
const header = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))
const named = header.filter((name) => name !== '' && name !== 'content-length' && name !== '__proto__')
const frame = fc.record({
  command,
  headers: fc.dictionary(named, header, { noNullPrototype: true }),
  body: fc.string({ unit: 'grapheme' }),
})
const sizeOf = (body: string): [string, string][] => (body ? [['content-length', String(Buffer.byteLength(body))]] : [])
const lineEnds = fc.stringMatching(/^(\r?\n){0,3}$/)

test('reads back the frames it wrote, whatever their headers and bodies contain, with line ends in between', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(lineEnds, frame)), lineEnds, (frames, last) => {
      const text = frames.map(([before, one]) => before + writeFrame(one.command, one.headers, one.body)).join('') + last
      const written = frames.map(([, { headers, ...one }]) => ({
        ...one,
        headers: new Map([...Object.entries(headers), ...sizeOf(one.body)]),
      }))
      expect(read(text)).toEqual(written)
    }),
  )
})

const outcome = (bytes: Buffer) => {
  try {
    return readFrames(bytes)
      .map((one) => `${one.command} `)
      .join('')
  } catch (error) {
    return error instanceof InvalidFrame ? 'unreadable' : String(error)
  }
}

test('reads any bytes either as frames or as unreadable', () => {
  const pieces = fc.constantFrom('CONNECT', 'SEND', '\n', '\r\n', '\r', '\0', ':', '\\', '\\c', 'content-length:', '3', 'a', 'é')
  const bytes = fc.oneof(
    fc.array(pieces, { maxLength: 30 }).map((some) => Buffer.from(some.join(''))),
    fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some)),
  )
  fc.assert(
    fc.property(bytes, (some) => {
      expect(outcome(some)).toMatch(/^([A-Z]+ )*$|^unreadable$/)
    }),
    { numRuns: 2_000 },
  )
})

test('writes and reads escapes, except in CONNECT and CONNECTED frames', () => {
  expect(writeFrame('MESSAGE', { 'a:b': 'c\\d\ne\rf' })).toBe('MESSAGE\na\\cb:c\\\\d\\ne\\rf\n\n\0')
  expect(read('SEND\na\\cb:\\\\n\\n\n\n\0')[0]!.headers).toEqual(new Map([['a:b', '\\n\n']]))
  expect(read('CONNECT\npasscode:a:b\\c\\x\n\n\0')[0]!.headers).toEqual(new Map([['passcode', 'a:b\\c\\x']]))
  expect(writeFrame('CONNECTED', { server: 'a:b' })).toBe('CONNECTED\nserver:a:b\n\n\0')
})

test('accepts Windows line ends, uses the first of a repeated header, and takes the content length in bytes', () => {
  expect(read('\r\nSEND\r\na:1\r\na:2\r\n\r\n\0\n')).toEqual([{ command: 'SEND', headers: new Map([['a', '1']]), body: '' }])
  expect(read('SEND\ncontent-length:4\n\né\0x\0SEND\n\nmore\0')).toMatchObject([{ body: 'é\0x' }, { body: 'more' }])
  expect(read('\n\r\n\n')).toEqual([])
})

test.each([
  ['a frame that breaks off in its head', 'SEND\na:b\n'],
  ['a frame without its NUL', 'SEND\n\nbody'],
  ['a length that is too short', 'SEND\ncontent-length:1\n\nbody\0'],
  ['a length beyond the end', 'SEND\ncontent-length:99\n\nbody\0'],
  ['a length that is no whole number', 'SEND\ncontent-length:4e0\n\nbody\0'],
  ['a length that leads back', 'SEND\n\n\0SEND\ncontent-length:-26\n\nbody\0'],
  ['a header without a colon', 'SEND\na\n\n\0'],
  ['a header without a name', 'SEND\n:a\n\n\0'],
  ['a NUL in a header', 'SEND\na:b\0c\n\n\0'],
  ['an unknown escape', 'SEND\na:\\t\n\n\0'],
  ['an escape that breaks off', 'SEND\na:b\\\n\n\0'],
  ['a command in small letters', 'send\n\n\0'],
  ['a lone carriage return', '\rSEND\n\n\0'],
])('%s is unreadable', (_name, text) => {
  expect(() => read(text)).toThrow(InvalidFrame)
})
