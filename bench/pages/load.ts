import { languages } from '@tradewind/contract/kit/language'
import { badgePath, badgeSizes, badgeThemes } from '@tradewind/contract/trust/badge.words'
import { startChild } from '../process/child.ts'
import type { Call, Load, Measured } from '../process/load.ts'
import { given } from '../process/started.ts'
import { articleOf, companiesOf, startSite } from './site.ts'

/* Measures the requests per second and the latency of cached replies, as browsers request them. */
const seconds = Number(given('seconds') ?? 10)
const wanted = new RegExp(given('only') ?? '')

const site = await startSite(4791)
const load = startChild('load.ts')
const article = await articleOf(site.address)
const companies = await companiesOf(site.address)

const getting = (path: string, ...headers: string[]): Call => ({
  head: [`GET ${path} HTTP/1.1`, 'accept-encoding: br', 'accept-language: en', ...headers].join('\r\n'),
})

/** Badges of all companies in each size, theme and language. */
const badges = companies.flatMap((id) =>
  badgeSizes.flatMap((size) =>
    badgeThemes.flatMap((theme) => languages.map((lang) => badgePath(id, 'svg', { size, theme, lang }))),
  ),
)
/** The conditional request of a browser that already has the badge. */
const known = async (path: string) => {
  const etag = (await fetch(site.address + path)).headers.get('etag')
  return getting(path, `if-none-match: ${etag}`)
}

const cases: Readonly<Record<string, readonly Call[]>> = {
  article: [getting(article)],
  badge: [getting(badges[0]!)],
  [`badge, ${badges.length} addresses`]: badges.map((path) => getting(path)),
  'badge, known already': await Promise.all(badges.slice(0, 50).map(known)),
  'score.json': companies.map((id) => getting(`/company/${id}/score.json`)),
}

const at = (latencies: Float64Array, share: number) => latencies.toSorted()[Math.floor(latencies.length * share)]!.toFixed(2)

console.log('| what | connections | requests a second | p50, ms | p99, ms | failed |\n| --- | --: | --: | --: | --: | --: |')
for (const [name, requests] of Object.entries(cases).filter(([one]) => wanted.test(one)))
  for (const connections of [1, 16, 64]) {
    const asked: Load = {
      port: Number(new URL(site.address).port),
      connections,
      milliseconds: seconds * 1000,
      requests: [...requests],
    }
    const { latencies, failed, seconds: took } = await load.ask<Measured>('run', asked)
    const figures = [name, connections, Math.round(latencies.length / took), at(latencies, 0.5), at(latencies, 0.99), failed]
    console.log(`| ${figures.join(' | ')} |`)
  }
await load.stop()
await site.close()
