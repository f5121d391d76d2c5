import { say } from '@tradewind/contract/kit/say'
import { damaged, inMegabytes, limits, UnreadableWorkbook } from './limits.ts'
import type { Listener } from './xml.ts'

/** The texts that cells refer to by number, stored in a buffer outside the heap: a million of them need little more than their bytes. */
export class SharedStrings {
  #bytes = Buffer.alloc(64 * 1024)
  #ends = new Uint32Array(1024)
  #count = 0

  add(text: string) {
    const from = this.#end(this.#count)
    const size = Buffer.byteLength(text)
    if (from + size > limits.sharedTextBytes)
      throw new UnreadableWorkbook(
        say('The workbook has more than {count} MB of text.', { count: inMegabytes(limits.sharedTextBytes) }),
      )
    this.#makeRoom(from + size)
    this.#bytes.write(text, from)
    this.#ends[this.#count++] = from + size
  }

  at(index: number) {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count)
      throw damaged(say('a cell refers to a text that is not there'))
    return this.#bytes.toString('utf8', this.#end(index), this.#end(index + 1))
  }

  #end(count: number) {
    return count === 0 ? 0 : (this.#ends[count - 1] ?? 0)
  }

  #makeRoom(size: number) {
    if (size > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(size, this.#bytes.length * 2))
      this.#bytes.copy(larger)
      this.#bytes = larger
    }
    if (this.#count === this.#ends.length) {
      const longer = new Uint32Array(this.#ends.length * 2)
      longer.set(this.#ends)
      this.#ends = longer
    }
  }
}

/** Joins the runs of one text, without phonetic guides of East Asian texts, up to one character more than a cell may have. */
export const textRuns = () => {
  let text = ''
  let isInText = false
  let aid = false
  return {
    open: (name: string) => {
      if (name === 'rPh') aid = true
      if (name === 't') isInText = !aid
    },
    text: (piece: string) => {
      if (isInText && text.length <= limits.cellCharacters) text += piece.slice(0, limits.cellCharacters + 1)
    },
    close: (name: string) => {
      if (name === 'rPh') aid = false
      if (name === 't') isInText = false
    },
    /** Returns the text so far, and resets it. */
    take: () => {
      const result = decodeEscapes(text)
      text = ''
      return result
    },
  }
}

/** Decodes Excel's escapes of characters that XML cannot contain, such as `_x000D_`, and normalizes line breaks. */
export const decodeEscapes = (text: string) => {
  const plain = text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  return plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain
}

/** Fills the table from the shared strings part. */
export const collectSharedStrings = (strings: SharedStrings): Listener => {
  const runs = textRuns()
  return {
    open: runs.open,
    text: runs.text,
    close: (name) => {
      runs.close(name)
      if (name === 'si') strings.add(runs.take())
    },
  }
}
