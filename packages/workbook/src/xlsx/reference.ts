import { say } from '@tradewind/contract/kit/say'
import { limits } from './limits.ts'
import { damaged } from './unreadable.ts'

const A = 65

/** A cell's row, and its column from 0: row 7, column 27 for 'AB7'. Read for each cell of a large sheet, hence by hand. */
export const placeOf = (reference: string) => {
  let column = 0
  let at = 0
  for (; at < reference.length; at++) {
    const letter = (reference.charCodeAt(at) & ~0x20) - A
    if (letter < 0 || letter > 25) break
    column = column * 26 + letter + 1
  }
  const row = Number(reference.slice(at))
  if (at === 0 || column > limits.lastColumn || !(Number.isInteger(row) && row >= 1 && row <= limits.lastRow))
    throw damaged(say("it has no cell '{name}'", { name: reference.slice(0, 20) }))
  return { row, column: column - 1 }
}

/** The letters over a column: 'AB' for 27. */
export const lettersOf = (column: number): string =>
  column < 26 ? String.fromCharCode(A + column) : lettersOf(Math.floor(column / 26) - 1) + lettersOf(column % 26)
