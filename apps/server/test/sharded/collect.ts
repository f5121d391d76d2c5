import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { hearStatements } from './statements.ts'

/* Loaded before each test file. Where `STATEMENTS_TO` names a folder, writes every statement of the suite to it, once for each process. */

const folder = process.env['STATEMENTS_TO']
const known = new Set<string>()

const keep = (text: string) => {
  if (known.has(text)) return
  known.add(text)
  appendFileSync(join(folder!, `${process.pid}.jsonl`), `${JSON.stringify({ text })}\n`)
}

if (folder) hearStatements(keep)
