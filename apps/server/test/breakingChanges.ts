/** A change of the schema that breaks nodes of the previous release that still run on it, and its message. */
const breakingPatterns: readonly (readonly [RegExp, string])[] = [
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

const splitStatements = (text: string) => text.split(/-->\s*statement-breakpoint|;\s*$/m)
const stripComments = (statement: string) => statement.replace(/--.*$/gm, '')

/** The statements of migrations, in order, that nodes of the previous release cannot run with. A table that they create may be changed freely. */
export const findBreakingChanges = (migrations: readonly { tag: string; text: string }[]) => {
  const createdTables = new Set<string>()
  const breakingStatements: string[] = []
  for (const { tag, text } of migrations)
    for (const statement of splitStatements(text)) {
      const sqlText = stripComments(statement).trim()
      const creates = /^create\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/i.exec(sqlText)
      if (creates) createdTables.add(creates[1]!)
      const changes = /^(?:alter\s+table|create\s+unique\s+index.*?\bon)\s+"?(\w+)/is.exec(sqlText)
      if (creates || REASON.test(statement) || (changes && createdTables.has(changes[1]!))) continue
      for (const [pattern, why] of breakingPatterns)
        if (pattern.test(sqlText)) breakingStatements.push(`${tag} ${why}: ${sqlText.slice(0, 100)}`)
    }
  return breakingStatements
}
