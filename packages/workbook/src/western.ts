import { createReadStream } from 'node:fs'

/** The encodings with one byte for each character that are told apart. */
const westernEncodings = ['windows-1252', 'macintosh'] as const
type WesternEncoding = (typeof westernEncodings)[number]

/** The number of characters beyond ASCII by which the encoding is guessed. */
const MAX_CHARACTERS = 2000

const letter = /\p{L}/u
const lowercase = /\p{Ll}/u
const westernLowercase = /[àâáäãåæçéèêëíìîïñóòôöõøœßúùûüÿ]/u
const westernUppercase = /[ÀÂÁÄÃÅÆÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØŒÚÙÛÜŸ]/u
const quotationMark = /[‘’“”„«»]/u
const sign = /[–—…•€£§°©®™¿¡\u00A0]/u

/** 1 if a character is usual between these two, -1 if it is not, 0 if it can be. */
const usualness = (before: string, character: string, after: string) => {
  if (westernLowercase.test(character)) return 1
  if (westernUppercase.test(character)) return lowercase.test(before) ? -1 : 1
  const isWithinWord = letter.test(before) && letter.test(after)
  if (character === '’') return 1
  if (quotationMark.test(character)) return isWithinWord ? -1 : 1
  if (!sign.test(character)) return -1
  return isWithinWord ? -1 : letter.test(before) || letter.test(after) ? 0 : 1
}

/** Guesses by which of the encodings the characters beyond ASCII are those of Western languages: Windows-1252, unless Mac Roman has more that are usual. */
export const guessWestern = async (path: string): Promise<WesternEncoding> => {
  const scores = { 'windows-1252': 0, macintosh: 0 }
  let count = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const texts = westernEncodings.map((encoding) => [encoding, new TextDecoder(encoding).decode(chunk)] as const)
    for (let at = 0; at < chunk.length && count < MAX_CHARACTERS; at++) {
      if (chunk[at]! < 0x80) continue
      count++
      for (const [encoding, text] of texts) scores[encoding] += usualness(text[at - 1] ?? '', text[at]!, text[at + 1] ?? '')
    }
    if (count >= MAX_CHARACTERS) break
  }
  return scores.macintosh > scores['windows-1252'] ? 'macintosh' : 'windows-1252'
}
