import { say } from '@tradewind/contract/kit/say'
import { SaxesParser } from 'saxes'
import { damaged, limits, UnreadableWorkbook } from './limits.ts'

export type Attributes = Readonly<Record<string, string>>

/** The events of reading a part: elements by their names without prefix, and the text between tags. */
export interface Listener {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const withoutPrefix = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

const listening = (listener: Listener, onTag: () => void) => {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  let depth = 0
  parser.on('error', (cause) => {
    throw damaged(say('a part of it is not well-formed'), cause)
  })
  parser.on('doctype', () => {
    throw new UnreadableWorkbook(say('The workbook has a document type declaration, which Excel never writes.'))
  })
  parser.on('opentag', ({ name, attributes }) => {
    onTag()
    if (++depth > limits.depth) throw damaged(say('its elements are nested too deep'))
    listener.open?.(withoutPrefix(name), attributes)
  })
  parser.on('text', (text) => listener.text?.(text))
  parser.on('cdata', (text) => listener.text?.(text))
  parser.on('closetag', ({ name }) => {
    onTag()
    depth--
    listener.close?.(withoutPrefix(name))
  })
  return parser
}

async function* decoded(chunks: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch (cause) {
      throw damaged(say('it has text that is not UTF-8'), cause)
    }
  }
  for await (const chunk of chunks) yield decode(chunk)
  yield decode()
}

/** Parses XML as it arrives, and yields after each chunk. Rejects DTDs and all but the five built-in entities; limits depth and tag length. */
export async function* parseXml(chunks: AsyncIterable<Buffer>, listener: Listener) {
  let distance = 0
  const parser = listening(listener, () => (distance = 0))
  for await (const text of decoded(chunks)) {
    distance += text.length
    parser.write(text)
    if (distance > limits.tagDistance) throw new UnreadableWorkbook(say('A cell or an element of the workbook is too long.'))
    yield
  }
  parser.close()
}

/** Parses XML to its end. */
export const readXml = async (chunks: AsyncIterable<Buffer>, listener: Listener) => {
  const pieces = parseXml(chunks, listener)
  while (!(await pieces.next()).done);
}
