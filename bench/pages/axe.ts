import { chromium } from '@playwright/test'
import { allLooks, axeFaults, inEachLook } from '../../e2e/kit/looks.ts'
import { browserArgs, findBrowser } from '../../scripts/browser.ts'
import { optionOf } from '../process/options.ts'
import { openPages, startSite } from './site.ts'

/* Runs axe on public pages of the demo, wide and narrow, light and dark. Fails where it finds a violation. */
const nameFilter = new RegExp(optionOf('only') ?? '')

const site = await startSite(4792)
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs })
const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
const faults: string[] = []

console.log(`| page | ${allLooks.map((look) => look.join(' px, ')).join(' | ')} |\n| --- |${' --: |'.repeat(allLooks.length)}`)
try {
  const pages = await openPages(site.address)
  for (const path of pages.filter((one) => nameFilter.test(one))) {
    const found: number[] = []
    await page.goto(site.address + path)
    await inEachLook(page, allLooks, async (look) => {
      const inLook = await axeFaults(page)
      found.push(inLook.length)
      faults.push(...inLook.map((fault) => `${path}, ${look}: ${fault}`))
    })
    console.log(`| ${[path, ...found].join(' | ')} |`)
  }
} finally {
  await browser.close()
  await site.close()
}
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
