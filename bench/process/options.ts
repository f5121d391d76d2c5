import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Child } from './child.ts'

export const isShort = process.argv.includes('--short')

/** Returns the value after `--name=` on the command line. */
export const optionOf = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)

const only = new RegExp(optionOf('only') ?? '')
export const isSelected = (name: string) => only.test(name)

export const plan = isShort ? { rounds: 1, milliseconds: 50 } : { rounds: Number(optionOf('rounds') ?? 8), milliseconds: 500 }

const startScript = (checkout: string) => {
  const text = readFileSync(join(checkout, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: { start: string } }
  return scripts.start.split(' ')
}
const checkoutFolder = join(import.meta.dirname, '../..')

export const production = {
  // What `npm start` sets.
  ...Object.fromEntries(startScript(checkoutFolder).flatMap((word) => (/^[A-Z_]+=/.test(word) ? [word.split('=')] : []))),
  NODE_ENV: 'production',
  APP_URL: 'http://localhost',
  APP_SECRET: 'of no use to anybody, but long enough',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@tradewind.test',
}

/** The Node flags of `npm start`, of this checkout unless another is named. */
export const flagsOfStart = (checkout = checkoutFolder) => startScript(checkout).filter((word) => word.startsWith('--'))

export const portOf = async (child: Child) => Number(new URL(await child.ask<string>('address')).port)
