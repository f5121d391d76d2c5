const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text for XML: nothing in it is markup, and what XML 1.0 cannot hold is left out. */
export const escaped = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these very characters are what XML forbids
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => entities[sign]!)

/** An element with this text; none where there is no text. */
export const element = (name: string, text: string | null | undefined) => (text ? `<${name}>${escaped(text)}</${name}>` : '')

export const declared = (...parts: string[]) => ['<?xml version="1.0" encoding="UTF-8"?>', ...parts, ''].join('\n')
