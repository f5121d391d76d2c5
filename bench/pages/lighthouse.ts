import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findBrowser } from '../../scripts/browser.ts'
import { optionOf } from '../process/options.ts'
import { openPages, startSite } from './site.ts'

/* Runs Lighthouse on public pages of the demo, as a phone on slow 4G: the median of some rounds. Nothing else should run meanwhile. */
const VERSION = '13.5.0'
const rounds = Number(optionOf('rounds') ?? 3)
const nameFilter = new RegExp(optionOf('only') ?? '')
const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking']

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const audits = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const

interface Report {
  categories: Record<(typeof categories)[number], { score: number }>
  audits: Record<string, { numericValue?: number; score: number | null; title: string; scoreDisplayMode: string }>
}

const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const chrome = await findBrowser()

const runLighthouse = async (address: string) => {
  const lighthouse = ['exec', '--yes', `lighthouse@${VERSION}`, '--', address]
  const how = ['--output=json', '--quiet', '--throttling-method=devtools', `--chrome-flags=${flags.join(' ')}`]
  const child = spawn('npm', [...lighthouse, ...how], { cwd: folder, env: { ...process.env, CHROME_PATH: chrome } })
  const [said, wrong] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (!said.startsWith('{')) throw new Error(wrong)
  return JSON.parse(said) as Report
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

/** The audits that failed in the last run, by title. */
const failedAudits = ({ audits: found }: Report) =>
  Object.values(found)
    .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
    .map(({ title }) => title)

const site = await startSite()
console.log('| page | performance | accessibility | best practices | SEO | FCP, ms | LCP, ms | TBT, ms | CLS |')
console.log('| --- | --: | --: | --: | --: | --: | --: | --: | --: |')
try {
  const pages = await openPages(site.address)
  for (const path of pages.filter((page) => nameFilter.test(page))) {
    const reports: Report[] = []
    for (let round = 0; round < rounds; round++) reports.push(await runLighthouse(site.address + path))
    const scores = categories.map((name) => Math.round(median(reports.map((report) => report.categories[name].score)) * 100))
    const values = audits.map((name) => median(reports.map((report) => report.audits[name]?.numericValue ?? 0)))
    const figures = values.map((value, at) => (audits[at] === 'cumulative-layout-shift' ? value.toFixed(3) : Math.round(value)))
    console.log(`| ${[path, ...scores, ...figures].join(' | ')} |`)
    for (const lack of failedAudits(reports.at(-1)!)) console.log(`  lacks: ${lack}`)
  }
} finally {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
}
