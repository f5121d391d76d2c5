import { say } from '@tradewind/contract/kit/say'
/** A text that counts has a form for one and a form for more, with a bar between. In any other text a bar is a bar. */
const formsIn = (text: string, counts: boolean) => (counts ? text.split('|') : [text])
const counting = (key: string) => key.includes('|') || key.includes('{count}')

const holesIn = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))]
const others = (holes: readonly string[], known: readonly string[]) => holes.filter((hole) => !known.includes(hole)).join(', ')

/** What is wrong with other words for a key, in a sentence: each form keeps the holes of its English, and brings no new ones. */
export const faultIn = (key: string, text: string) => {
  const [keyForms, forms] = [formsIn(key, counting(key)), formsIn(text, counting(key))]
  if (keyForms.length !== forms.length) return say('Write as many forms as the English has, with a | between them')
  const pairs = keyForms.map((form, at) => [holesIn(form), holesIn(forms[at]!)] as const)
  for (const [wanted, given] of pairs) {
    const missing = others(wanted, given)
    if (missing) return say('Keep {holes} in the text', { holes: missing })
    const strange = others(given, wanted)
    if (strange) return say('Nothing can be put in for {holes}', { holes: strange })
  }
  return undefined
}
