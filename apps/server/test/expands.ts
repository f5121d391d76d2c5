/** A change of the schema that breaks nodes of the previous release that still run on it, and its message. */
const breaking: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(table|schema|view|function|type)\b/i, 'drops what it reads'],
  [/\bdrop\s+column\b/i, 'drops a column that it reads'],
  [/\brename\b/i, 'renames what it knows by the old name'],
  [/\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/i, 'changes the type of a column that it writes'],
  [/\bset\s+not\s+null\b/i, 'demands a value that it may not give'],
  [
    /\badd\s+(column\s+)?(?!constraint)\S+\s+(?:(?!\bdefault\b|\bgenerated\b|,\s*add\b).)*\bnot\s+null\b(?!(?:(?!,\s*add\b).)*\b(default|generated)\b)/is,
    'adds a column that it gives no value',
  ],
  [/\bdrop\s+default\b/i, 'drops a default that it relies on'],
  [/\badd\s+constraint\b(?!.*\bnot\s+valid\b)/is, 'adds a constraint that it may not meet'],
  [/\bcreate\s+unique\s+index\b/i, 'adds a unique index that it may not meet'],
]

/** The reason why it is safe nevertheless, written above a statement: `-- beside: no release wrote this column`. */
const REASON = /^\s*--\s*beside:\s*\S+/im

const statementsOf = (text: string) => text.split(/-->\s*statement-breakpoint|;\s*$/m)
const withoutComments = (statement: string) => statement.replace(/--.*$/gm, '')

/** The statements of migrations, in order, that nodes of the previous release cannot run with. A table that they create may be changed freely. */
export const breaksBefore = (migrations: readonly { tag: string; text: string }[]) => {
  const made = new Set<string>()
  const faults: string[] = []
  for (const { tag, text } of migrations)
    for (const statement of statementsOf(text)) {
      const bare = withoutComments(statement).trim()
      const creates = /^create\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/i.exec(bare)
      if (creates) made.add(creates[1]!)
      const changes = /^(?:alter\s+table|create\s+unique\s+index.*?\bon)\s+"?(\w+)/is.exec(bare)
      if (creates || REASON.test(statement) || (changes && made.has(changes[1]!))) continue
      for (const [pattern, why] of breaking) if (pattern.test(bare)) faults.push(`${tag} ${why}: ${bare.slice(0, 100)}`)
    }
  return faults
}
