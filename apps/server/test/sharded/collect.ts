import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { onStatement } from './statements.ts'

/* Loaded before each test file. Where `STATEMENTS_TO` names a folder, writes every statement of the suite to it, once for each process. */

const folder = process.env['STATEMENTS_TO']
const seenStatements = new Set<string>()

const writeStatement = (text: string) => {
  if (seenStatements.has(text)) return
  seenStatements.add(text)
  appendFileSync(join(folder!, `${process.pid}.jsonl`), `${JSON.stringify({ text })}\n`)
}

if (folder) onStatement(writeStatement)
