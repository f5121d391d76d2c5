/** A STOMP frame. If a header is repeated, the first value counts. */
export interface Frame {
  command: string
  headers: ReadonlyMap<string, string>
  body: string
}

/** Thrown for input that is not STOMP 1.2. The message says what is wrong, and contains nothing of the input. */
export class InvalidFrame extends Error {}

const [NUL, LF, CR] = [0, 10, 13]

/** Parses the frames of one message, which contains whole frames with line ends between them. A message of line ends only is a heart-beat, and has no frame. */
export const readFrames = (bytes: Buffer): Frame[] => {
  const frames: Frame[] = []
  for (let at = skipLineEnds(bytes, 0); at < bytes.length;) {
    const { frame, end } = readFrame(bytes, at)
    frames.push(frame)
    at = skipLineEnds(bytes, end)
  }
  return frames
}

/** Serializes a frame. */
export const writeFrame = (command: string, headers: Readonly<Record<string, string>>, body = '') => {
  const write = hasPlainHeaders(command) ? (text: string) => text : escapeHeader
  const sized = body ? { ...headers, 'content-length': String(Buffer.byteLength(body)) } : headers
  const lines = Object.entries(sized).map(([name, value]) => `${write(name)}:${write(value)}\n`)
  return `${command}\n${lines.join('')}\n${body}\0`
}

const skipLineEnds = (bytes: Buffer, at: number): number => {
  let next = at
  while (bytes[next] === LF || (bytes[next] === CR && bytes[next + 1] === LF)) next++
  return next
}

const readFrame = (bytes: Buffer, at: number) => {
  const { lines, end: start } = readLines(bytes, at)
  const [command = '', ...rest] = lines
  if (!/^[A-Z]+$/.test(command)) throw new InvalidFrame('A frame begins with its command.')
  const headers = readHeaders(rest, hasPlainHeaders(command) ? (text) => text : unescapeHeader)
  const end = endOfBody(bytes, start, headers.get('content-length'))
  return { frame: { command, headers, body: bytes.toString('utf8', start, end) }, end: end + 1 }
}

/** The lines up to the first empty one. */
const readLines = (bytes: Buffer, at: number) => {
  const lines: string[] = []
  for (let start = at; ;) {
    const end = bytes.indexOf(LF, start)
    if (end < 0) throw new InvalidFrame('A frame breaks off.')
    const line = bytes.toString('utf8', start, bytes[end - 1] === CR ? end - 1 : end)
    if (line === '') return { lines, end: end + 1 }
    if (line.includes('\0')) throw new InvalidFrame('A header holds a NUL.')
    lines.push(line)
    start = end + 1
  }
}

const readHeaders = (lines: string[], read: (text: string) => string) => {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) throw new InvalidFrame('A header is a name, a colon and a value.')
    const name = read(line.slice(0, colon))
    if (!headers.has(name)) headers.set(name, read(line.slice(colon + 1)))
  }
  return headers
}

const endOfBody = (bytes: Buffer, start: number, length: string | undefined) => {
  if (length !== undefined && !/^\d{1,9}$/.test(length)) throw new InvalidFrame('The content-length is not a number.')
  const end = length === undefined ? bytes.indexOf(NUL, start) : start + Number(length)
  if (bytes[end] !== NUL) throw new InvalidFrame('A frame ends with a NUL.')
  return end
}

/** Whether the headers of this frame are not escaped: as in STOMP 1.0, for compatibility. */
const hasPlainHeaders = (command: string) => command === 'CONNECT' || command === 'STOMP' || command === 'CONNECTED'

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\r', '\\r'],
  ['\n', '\\n'],
  [':', '\\c'],
])
const meanings: ReadonlyMap<string, string> = new Map([...escapes].map(([sign, escape]) => [escape, sign]))

const escapeHeader = (text: string) => text.replace(/[\\\r\n:]/g, (sign) => escapes.get(sign)!)

const unescapeHeader = (text: string) =>
  text.replace(/\\.?/gs, (escape) => {
    const sign = meanings.get(escape)
    if (sign === undefined) throw new InvalidFrame('A header has an unknown escape.')
    return sign
  })
