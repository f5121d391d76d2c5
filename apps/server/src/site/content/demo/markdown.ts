const inline = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')

const listOf = (tag: 'ul' | 'ol', lines: readonly string[]) =>
  `<${tag}>${lines.map((line) => `<li>${inline(line.replace(/^(-|\d+\.) /, ''))}</li>`).join('')}</${tag}>`

const blockOf = (block: string) => {
  const lines = block.split('\n')
  const picture = /^!\[(.+)\]\((\w+)\)$/.exec(block)
  if (picture) return `<img src="${picture[2]}" alt="${inline(picture[1]!)}">`
  if (block.startsWith('## ')) return `<h2>${inline(block.slice(3))}</h2>`
  if (block.startsWith('- ')) return listOf('ul', lines)
  return /^\d+\. /.test(block) ? listOf('ol', lines) : `<p>${inline(lines.join(' '))}</p>`
}

/** An article as it is written in a file: its title in the first line, then paragraphs, headings, lists and pictures by name. */
export const articleOf = (text: string) => {
  const [title = '', ...blocks] = text.trim().split(/\n{2,}/)
  return { title: title.replace(/^# /, ''), markup: blocks.map(blockOf).join('') }
}
